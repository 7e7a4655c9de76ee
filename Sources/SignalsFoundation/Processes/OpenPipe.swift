import Foundation
import SystemCalls

/// A pipe. Neither end is inherited by programs that are started meanwhile.
struct OpenPipe {
  let reading: Descriptor
  let writing: Descriptor

  init(for process: ChildProcess) throws(ProcessError) {
    var ends: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &ends) {
      signals_open_pipe($0.assumingMemoryBound(to: Int32.self).baseAddress!)
    }
    guard result == 0 else { throw ProcessError(process.program, .system(code: errno)) }
    reading = try Self.apartFromStandardStreams(ends.0, process)
    writing = try Self.apartFromStandardStreams(ends.1, process)
  }

  /// A program that was started without standard streams gets their numbers here; the child could not tell.
  private static func apartFromStandardStreams(
    _ number: Int32, _ process: ChildProcess
  ) throws(ProcessError) -> Descriptor {
    let first = Descriptor(number)
    if number > STDERR_FILENO { return first }
    let other = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    if other < 0 { throw ProcessError(process.program, .system(code: errno)) }
    return Descriptor(other)
  }
}
