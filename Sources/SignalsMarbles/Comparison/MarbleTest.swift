import Signals

/// An operator under test: the diagrams that go in, what their names stand for, and the drives to try.
package struct MarbleTest<Input: Sendable> {
  private let inputs: [String]
  private let canFail: Bool
  private let drives: [TestedDrive]
  private let value: @Sendable (String) -> Input?

  /// - Parameters:
  ///   - canFail: Whether the inputs may have an `x`.
  ///   - value: The value that a name stands for; nil if it stands for nothing.
  package init(
    _ inputs: [String], canFail: Bool = true, only drive: TestedDrive? = nil,
    value: @escaping @Sendable (String) -> Input?
  ) {
    self.inputs = inputs
    self.canFail = canFail
    self.value = value
    drives = drive.map { [$0] } ?? TestedDrive.allCases
  }

  /// Compares what comes out with a diagram.
  ///
  /// - Returns: For each difference, the diagrams under each other; nothing if all is as expected.
  package func failures<Output: Sendable, Failure: Error>(
    expecting output: String,
    _ operation: ([MarbleStream<Input>], TestScheduler) -> EventStream<EitherDrive, Output, Failure>
  ) -> [String] {
    do throws(MarbleTestError) {
      let diagrams = try readInputs()
      let expected = try read(output, "the output")
      // Each start of a producer begins its own time: no observer comes late.
      let drives = drives.filter { $0 == .pushed || expected.step(of: .attached) == nil }
      if drives.isEmpty {
        throw MarbleTestError("^ is for signals: a producer begins its own time, so \(output) tries nothing")
      }
      return drives.flatMap { drive in
        let run = MarbleRun(drive, diagrams, markers: expected, value: { value($0)! }, operation)
        return run.differences(from: expected.events(drive))
      }
    } catch {
      return [error.description]
    }
  }

  /// Compares when the operator disposes of its inputs with the steps at which it should; nil stands for
  /// an input that it still has when everything is over.
  ///
  /// - Returns: A sentence for each difference.
  package func failures<Output: Sendable, Failure: Error>(
    expectingDisposalAt steps: [Int?],
    _ operation: ([MarbleStream<Input>], TestScheduler) -> EventStream<EitherDrive, Output, Failure>
  ) -> [String] {
    do {
      let diagrams = try readInputs()
      return drives.flatMap { drive in
        let empty = MarbleDiagram(steps: [])
        let run = MarbleRun(drive, diagrams, markers: empty, value: { value($0)! }, operation)
        return run.differences(fromDisposalAt: steps)
      }
    } catch {
      return [error.description]
    }
  }

  private func readInputs() throws(MarbleTestError) -> [MarbleDiagram] {
    var diagrams: [MarbleDiagram] = []
    for input in inputs { diagrams.append(try readInput(input)) }
    return diagrams
  }

  private func readInput(_ input: String) throws(MarbleTestError) -> MarbleDiagram {
    let diagram = try read(input, "the input")
    for mark in diagram.steps.joined() {
      switch mark {
      case .value(let name) where value(name) == nil:
        throw MarbleTestError("there is no value for the name \"\(name)\" in \(input)")
      case .failed where !canFail: throw MarbleTestError("the input cannot fail, but \(input) has an x")
      case .attached, .disposed:
        throw MarbleTestError("^ and $ belong to the output, which is observed, not to \(input)")
      default: break
      }
    }
    return diagram
  }

  private func read(_ text: String, _ place: String) throws(MarbleTestError) -> MarbleDiagram {
    do {
      return try MarbleDiagram(text)
    } catch {
      throw MarbleTestError("in the diagram of \(place), \(error)")
    }
  }
}

/// Why a test cannot be run as it is written.
private struct MarbleTestError: Error {
  let description: String

  init(_ description: String) { self.description = description }
}

extension MarbleDiagram {
  /// What an observer sees that is attached at `^` and disposed of at `$`: pulled, a last interruption
  /// (contract P5), pushed, nothing. Trailing empty steps are cut off.
  fileprivate func events(_ drive: TestedDrive) -> MarbleDiagram {
    let isInterrupted = drive == .pulled && end == nil
    var events = steps.map { marks in
      marks.compactMap { (mark: Mark) -> Mark? in
        switch mark {
        case .attached: nil
        case .disposed: isInterrupted ? .interrupted : nil
        default: mark
        }
      }
    }
    while events.last?.isEmpty == true { events.removeLast() }
    return MarbleDiagram(steps: events)
  }
}
