import Signals
import SignalsTesting
import Testing

@Suite struct CheckContractTests {
  @Test func acceptsWhatKeepsTheContract() {
    checkContract { $0 }
    checkContract { $0.map { $0 + 1 } }
    checkContract { $0.prefix(2) }
    checkContract { $0.merge(with: $0) }
    checkContract { $0.collect() }
    checkContract { $0.debounce(for: .seconds(2), on: $1) }
    checkContract { $0.retry(2) }
  }

  @Test("E1: values after the end are noticed") func noticesValuesAfterTheEnd() {
    #expect(
      failures(only: .pulled) { $0.endingEarly() }
        .contains("pulled, contract E1: next(1) came after the end"))
  }

  @Test("E6: two threads in one observer are noticed") func noticesOverlap() {
    #expect(rules { $0.joinedWithoutGate() }.contains("pulled, contract E6"))
  }

  @Test("E7: nested events are noticed") func noticesNesting() {
    #expect(rules { $0.joinedWithoutGate() }.contains("pulled, contract E7"))
  }

  @Test("D2: events after disposal are noticed") func noticesEventsAfterDisposal() {
    let failures = failures(only: .pulled) { $0.ignoringDisposal() }
    #expect(failures.contains("pulled, contract D2: after disposal came (456|), expected !"))
  }

  @Test("S7, P5: a source that stays attached is noticed") func noticesAttachedSources() {
    let failures = failures { $0.forgettingItsSource() }
    #expect(
      failures == [
        "pushed, contract S7: disposal does not reach the source",
        "pulled, contract P5: disposal does not reach the source",
      ])
  }

  @Test("P2: a run that starts share is noticed") func noticesSharing() {
    let failures = failures(except: [.p3]) { $0.share() }
    #expect(
      failures
        == ["pulled, contract P2: two starts start the source 1 times, one starts it 1 times"])
  }

  @Test("P3: state that starts share is noticed") func noticesSharedState() {
    let failures = failures(only: .pulled) { $0.prefixOfAllStarts(3) }
    #expect(
      failures == [
        "pulled, contract P3: the first of two starts gives 1-2---------|, one alone gives 1-2-3-------|"
      ])
  }

  @Test("Events too late for a diagram stop no test") func checksLateEvents() {
    let broken: [String] = brokenRules(except: [], only: nil, usesTime: true) {
      $0.delay(.seconds(2_000_000), on: $1)
    }
    #expect(broken == [])
  }

  @Test("S7, P5: a leak is noticed") func noticesLeaks() {
    #expect(
      failures { $0.leaking() } == [
        "pushed, contract S7: disposal does not reach the source",
        "pulled, contract P5: something keeps the observer after completion",
      ])
  }

  @Test func exceptionsAreNotReported() {
    #expect(failures(except: [.s7, .p5]) { $0.leaking() }.isEmpty)
  }

  @Test func reportsWhereItStands() {
    let line = UInt(#line + 1)
    let failures = collectingFailures { checkContract { $0.forgettingItsSource() } }
    #expect(failures.map(\.line) == [line, line])
    let isReported =
      [
        collectingFailures { checkContract(only: .pushed) { stream, _ in stream.forgettingItsSource() } },
        collectingFailures { checkContract { $0.retry(1).forgettingItsSource() } },
      ].map { !$0.isEmpty }
    #expect(isReported == [true, true])
  }

  private func failures<Output>(
    except exceptions: Set<ContractRule> = [], only drive: TestedDrive? = nil,
    _ operation: @escaping (MarbleStream<Int>) -> MarbleStream<Output>
  ) -> [String] {
    brokenRules(except: exceptions, only: drive, usesTime: false) { stream, _ in operation(stream) }
  }

  /// The same without the details, which depend on who was faster.
  private func rules(_ operation: @escaping (MarbleStream<Int>) -> MarbleStream<Int>) -> [String] {
    failures(operation).compactMap { $0.split(separator: ":").first.map(String.init) }
  }
}
