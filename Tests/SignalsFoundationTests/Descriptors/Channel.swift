import Foundation
import Signals
import SystemCalls
import Testing

@testable import SignalsFoundation

/// Two connected descriptors: what a stream writes to, or reads from, and the end of the test.
final class Channel: Sendable {
  enum Kind: CaseIterable, Sendable {
    case pipe
    /// Writing gives up instead of waiting.
    case pipeThatNeverWaits
    case socket
  }

  let writing: Descriptor
  private let reading: Guarded<Descriptor?>

  init(_ kind: Kind) throws {
    if kind == .socket {
      var ends: [Int32] = [0, 0]
      #if os(Linux)
        let type = Int32(SOCK_STREAM.rawValue)
      #else
        let type = SOCK_STREAM
      #endif
      try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      writing = Descriptor(taking: ends[0])
      reading = Guarded(Descriptor(taking: ends[1]))
    } else {
      let pipe = try OpenPipe()
      writing = pipe.writing
      reading = Guarded(pipe.reading)
      if kind == .pipeThatNeverWaits { writing.neverWait() }
    }
    readEnd?.neverWait()
  }

  var readEnd: Descriptor? { reading.withLock { $0 } }

  func closeReadEnd() { reading.withLock { $0 = nil } }

  /// What is there now.
  func read() -> [UInt8] {
    var all: [UInt8] = []
    while case .bytes(let bytes)? = readEnd?.read(atMost: 64 * 1024) { all += bytes }
    return all
  }
}
