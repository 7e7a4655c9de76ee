import Foundation
import Signals
import SignalsFoundation

/// What a program has sent, written down line by line.
final class Recording: Sendable {
  private struct State {
    var file: FileHandle?
    var failure: InspectionFailure?
  }

  private let path: FilePath
  private let state: Guarded<State>

  init(to path: FilePath) throws(InspectionFailure) {
    let number = open(path.text, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    if number < 0 { throw InspectionFailure("cannot write '\(path)': \(String(cString: strerror(errno)))") }
    self.path = path
    state = Guarded(State(file: FileHandle(fileDescriptor: number, closeOnDealloc: true)))
  }

  /// A failure ends the recording; ``end()`` throws it.
  func write(_ line: String) {
    state.withLock { state in
      do { try state.file?.write(contentsOf: Data((line + "\n").utf8)) } catch {
        state.failure = InspectionFailure("cannot write '\(path)': \(error.localizedDescription)")
        state.file = nil
      }
    }
  }

  func end() throws(InspectionFailure) {
    let failure = state.withLock { state in
      state.file = nil
      return state.failure
    }
    if let failure { throw failure }
  }
}
