import Foundation
import SystemCalls

/// A pipe. Neither end is inherited by programs that are started meanwhile.
package struct OpenPipe {
  package let reading: Descriptor
  package let writing: Descriptor

  package init() throws(SystemFailure) {
    var ends: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &ends) {
      signals_open_pipe($0.assumingMemoryBound(to: Int32.self).baseAddress!)
    }
    guard result == 0 else { throw .last }
    reading = try Self.apartFromStandardStreams(Descriptor(ends.0))
    writing = try Self.apartFromStandardStreams(Descriptor(ends.1))
  }

  /// A program that was started without standard streams gets their numbers here; a child could not distinguish them.
  private static func apartFromStandardStreams(_ end: Descriptor) throws(SystemFailure) -> Descriptor {
    if end.number > STDERR_FILENO { return end }
    let other = fcntl(end.number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    if other < 0 { throw .last }
    return Descriptor(other)
  }
}

/// What the system said when it refused something, as in `errno`.
package struct SystemFailure: Error {
  let code: Int32

  package static var last: SystemFailure { SystemFailure(code: errno) }
}
