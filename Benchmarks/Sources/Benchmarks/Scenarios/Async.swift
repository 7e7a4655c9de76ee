import Dispatch
import Signals
import Synchronization

extension Scenario {
  /// Out of streams, into tasks. The floors are the asynchronous streams of the standard library.
  static let async = [
    timed("S16.pull", "for await, pulled") {
      let sink = Sink()
      return Workload(
        events: 300_000,
        clock: .wallTime,
        body: { events in
          runAsTask {
            for await value in SignalProducer<Int, Never>(0..<events).values() { sink.add(value) }
          }
        },
        floor: { events in
          runAsTask {
            let next = Atomic<Int>(0)
            let stream = AsyncStream<Int>(unfolding: {
              let value = next.wrappingAdd(1, ordering: .relaxed).oldValue
              return value < events ? value : nil
            })
            for await value in stream { sink.add(value) }
          }
        })
    },
    timed("S16.push", "for await, pushed") {
      let sink = Sink()
      return Workload(
        events: 300_000,
        clock: .wallTime,
        body: { events in
          let (signal, input) = Signal<Int, Never>.pipe()
          waitForTask {
            let values = signal.values(buffering: .unbounded).makeAsyncIterator()
            sendLater(events) {
              input.send($0)
            } end: {
              input.complete()
            }
            while let value = await values.next() { sink.add(value) }
          }
        },
        floor: { events in
          let (stream, input) = AsyncStream<Int>.makeStream()
          waitForTask {
            sendLater(events) {
              input.yield($0)
            } end: {
              input.finish()
            }
            for await value in stream { sink.add(value) }
          }
        })
    },
  ]

  /// Sends from another thread, as whatever pushes does.
  private static func sendLater(
    _ events: Int, _ send: @escaping @Sendable (Int) -> Void, end: @escaping @Sendable () -> Void
  ) {
    DispatchQueue.global().async {
      for value in 0..<events { send(value) }
      end()
    }
  }
}

/// Runs a task on this thread, so that what it takes can be counted, and returns at its end.
private func runAsTask(_ work: @escaping @Sendable () async -> Void) {
  let executor = CallerExecutor()
  Task.detached(executorPreference: executor) {
    await work()
    executor.end()
  }
  executor.run()
}

/// Runs jobs on the thread that calls ``run()``.
private final class CallerExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let arrivals = DispatchSemaphore(value: 0)
  private let isOver = Atomic<Bool>(false)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    arrivals.signal()
  }

  func run() {
    while !isOver.load(ordering: .relaxed) {
      arrivals.wait()
      jobs.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// For a job: it is the last one.
  func end() { isOver.store(true, ordering: .relaxed) }
}

/// Runs a task, and waits for its end on this thread.
func waitForTask(_ work: @escaping @Sendable () async -> Void) {
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    await work()
    done.signal()
  }
  done.wait()
}
