/// What programs look like that are written from the documentation alone: a service that takes in measurements, a search as one
/// types, a dashboard, a runner of jobs, a service with an actor. Closures in closures, with arithmetic, twenty lines each.
let nestedPrograms = #"""
  import Signals

  struct Oops: Error {}
  struct Entry: Sendable { let service: String, milliseconds: Double, isError: Bool }
  struct Sum: Sendable { var count = 0, errors = 0, total = 0.0 }
  struct Rate: Sendable, Equatable { let service: String, perSecond: Double, mean: Double, errors: Double }

  func ingest(_ entries: Signal<Entry, Never>, _ clock: ClockScheduler) -> Signal<Rate, Never> {
    entries.filter { $0.milliseconds >= 0 }.grouped(by: { $0.service })
      .flatMap { group -> SignalProducer<Rate, Never> in
        group.values.windows(every: .seconds(5), on: clock).flatMap { window -> SignalProducer<Sum, Never> in
          window.reduce(into: Sum()) { sum, entry in
            sum.count += 1
            sum.total += entry.milliseconds
            if entry.isError { sum.errors += 1 }
          }
        }
        .filter { $0.count > 0 }
        .map { sum in
          let mean = sum.total / Double(sum.count)
          let errors = Double(sum.errors) / Double(sum.count) * 100
          return Rate(service: group.key, perSecond: Double(sum.count) / 5, mean: mean, errors: errors)
        }
        .removeDuplicates { abs($0.mean - $1.mean) < 0.5 && $0.errors == $1.errors }
      }
  }

  struct Page: Sendable { let text: String, results: [String], score: Double }

  func search(
    _ texts: Signal<String, Never>, _ clock: ClockScheduler,
    _ load: @escaping @Sendable (String) -> SignalProducer<[String], Oops>
  ) -> Signal<Page, Never> {
    texts.map { $0.lowercased() }.removeDuplicates().debounce(for: .milliseconds(300), on: clock)
      .flatMap(.latest) { text -> SignalProducer<Page, Never> in
        load(text).retry(3).timeout(.betweenValues, .seconds(2), failingWith: Oops(), on: clock)
          .flatMap(.concat) { results -> SignalProducer<Page, Oops> in
            SignalProducer(results.enumerated().map { index, result in (index, result) })
              .filter { $0.1.count > 2 && $0.0 < 100 }
              .map { index, result -> (Double, String) in
                let rank = 1.0 / Double(index + 1)
                return (rank + Double(result.count) / 100, result)
              }
              .collect()
              .map { found in
                let best = found.map { $0.0 }.max() ?? 0
                return Page(text: text, results: found.map { $0.1 }, score: best * 100 + 0.5)
              }
          }
          .catch { _ in SignalProducer(value: Page(text: text, results: [], score: 0)) }
          .prepend(Page(text: text, results: ["…"], score: -1))
      }
  }

  enum Gauge: Sendable { case value(String, Double), gone(String) }

  func dashboard(
    _ hosts: SignalProducer<String, Never>, _ clock: ClockScheduler,
    _ poll: @escaping @Sendable (String) -> SignalProducer<Double, Oops>
  ) -> SignalProducer<[String: Double], Never> {
    hosts.flatMap { host -> SignalProducer<Gauge, Never> in
      SignalProducer.interval(every: .seconds(1), on: clock)
        .flatMap(.exhaust) { _ -> SignalProducer<Gauge, Never> in
          poll(host).map { load in Gauge.value(host, (load * 100).rounded() / 100) }
            .catch { _ in
              let gone = Gauge.gone(host)
              return SignalProducer(value: gone)
            }
        }
        .prefix(until: hosts.filter { $0 == "-" + host })
    }
    .scan(into: [String: Double]()) { gauges, gauge in
      switch gauge {
      case .value(let host, let load): gauges[host] = load
      case .gone(let host): gauges[host] = nil
      }
    }
    .throttle(for: .milliseconds(100), on: clock)
    .filter { $0.count > 0 && $0.values.reduce(0, +) / Double($0.count) > 0.1 }
  }

  struct Job: Sendable { let number: Int, cost: Double }
  struct Report: Sendable { let number: Int, attempts: Int, seconds: Double }

  func runner(
    _ jobs: SignalProducer<Job, Never>, _ clock: ClockScheduler,
    _ run: @escaping @Sendable (Job) -> SignalProducer<Double, Oops>
  ) -> SignalProducer<(done: [Report], cost: Double), Never> {
    jobs.flatMap(.concurrent(limit: 4)) { job -> SignalProducer<Report, Never> in
      let attempts = MutableProperty(0)
      return run(job).on(starting: { attempts.modify { $0 += 1 } })
        .flatMap(.concat) { part -> SignalProducer<Double, Oops> in
          SignalProducer(value: part * job.cost + 0.5).delay(.milliseconds(10), on: clock)
        }
        .retry(2)
        .reduce(0) { $0 + $1 }
        .map { seconds in
          let tried = attempts.value
          return Report(number: job.number, attempts: tried, seconds: seconds * 60 / Double(tried))
        }
        .catch { _ in SignalProducer(value: Report(number: job.number, attempts: attempts.value, seconds: -1)) }
    }
    .chunks(ofCount: 10)
    .map { reports in
      let cost = reports.map { $0.seconds * 2 + Double($0.attempts) / 10 }.reduce(0, +)
      return (done: reports.filter { $0.seconds >= 0 }, cost: cost)
    }
  }

  actor Account {
    var balance = 0.0
    func pay(_ amount: Double) -> Double { balance += amount; return balance }
  }

  func service(
    _ requests: SignalProducer<(user: String, amount: Double), Never>, _ accounts: [String: Account]
  ) -> SignalProducer<String, Never> {
    requests.grouped(by: { $0.user }).flatMap { group -> SignalProducer<String, Never> in
      group.values.filter { $0.amount != 0 && abs($0.amount) < 1_000 }
        .flatMap(.concat) { request -> SignalProducer<String, Never> in
          guard let account = accounts[request.user] else { return SignalProducer(value: "unknown") }
          return SignalProducer(value: request.amount)
            .flatMap(.concat) { amount in
              let balance = await account.pay(amount * 1.01 + 0.005)
              return balance
            }
            .map { balance in
              let rounded = (balance * 100).rounded() / 100
              return "\(group.key): \(rounded)"
            }
        }
        .removeDuplicates()
    }
  }
  """#
