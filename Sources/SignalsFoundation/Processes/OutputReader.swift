import Dispatch
import Foundation
import Signals

/// One of the two outputs of a process, line by line.
final class OutputReader: Sendable {
  private let reader: DescriptorReader
  private let splitter: Guarded<LineSplitter>
  private let deliver: @Sendable (TextLine) -> Void

  init(_ pipe: Descriptor, on queue: DispatchQueue, deliver: @escaping @Sendable (TextLine) -> Void) {
    let splitter = Guarded(LineSplitter())
    pipe.neverWait()
    self.splitter = splitter
    self.deliver = deliver
    reader = DescriptorReader(pipe, on: queue) { chunk in
      // A pipe has no failures of its own: what else comes is its end.
      guard case .bytes(let bytes) = chunk else { return }
      splitter.withLock { $0.split(bytes) }.forEach(deliver)
    }
  }

  func begin() throws(SystemFailure) { try reader.begin() }

  func dispose() { reader.dispose() }

  func pause() { reader.pause() }

  func resume() { reader.resume() }

  /// On the queue, when no process of the group writes any more: delivers what is left. A process that left the group could
  /// keep the pipe open for ever, so its end is not waited for.
  func finish() {
    reader.drain()
    splitter.withLock { $0.finish() }.forEach(deliver)
  }
}

extension ChildProcess {
  /// Starts the process with its outputs as asked for.
  func spawn(
    input: Descriptor?, on queue: DispatchQueue, _ observer: Observer<ProcessEvent, ProcessError>
  ) throws(ProcessError) -> (leader: pid_t, readers: [OutputReader]) {
    if case .inherited = output { return (try spawn(input: input, output: nil, errors: nil), []) }
    let (lines, errors) = (try openPipe(), try openPipe())
    let readers = [
      OutputReader(lines.reading, on: queue) { observer.send(.line($0, from: .output)) },
      OutputReader(errors.reading, on: queue) { observer.send(.line($0, from: .errors)) },
    ]
    do throws(ProcessError) {
      // Before the process is started: what it writes must not be lost because the system refuses the waiting.
      try forwarding { () throws(SystemFailure) in for reader in readers { try reader.begin() } }
      return (try spawn(input: input, output: lines.writing, errors: errors.writing), readers)
    } catch {
      readers.forEach { $0.dispose() }
      throw error
    }
  }

  func openPipe() throws(ProcessError) -> OpenPipe {
    try forwarding { () throws(SystemFailure) in try OpenPipe() }
  }

  private func forwarding<Result>(
    _ call: () throws(SystemFailure) -> Result
  ) throws(ProcessError) -> Result {
    do throws(SystemFailure) { return try call() } catch { throw ProcessError(program, code: error.code) }
  }
}
