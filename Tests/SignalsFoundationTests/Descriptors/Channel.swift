import Foundation
import Signals
import SignalsFoundation
import SystemCalls
import Testing

/// Two connected descriptors: what a stream writes to, or reads from, and the end of the test.
final class Channel: Sendable {
  enum Kind: Sendable {
    case pipe
    /// Writing gives up instead of waiting.
    case pipeThatNeverWaits
    case socket
    case datagrams

    /// Those where it does not matter in which pieces bytes were written.
    static let allCases = [Kind.pipe, .pipeThatNeverWaits, .socket]
  }

  let writing: Descriptor
  private let reading: Guarded<Descriptor?>

  init(_ kind: Kind) throws {
    if kind == .socket || kind == .datagrams {
      var ends: [Int32] = [0, 0]
      let socket = kind == .socket ? SOCK_STREAM : SOCK_DGRAM
      #if os(Linux)
        let type = Int32(socket.rawValue)
      #else
        let type = socket
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

#if os(Linux)
  /// Both sides of a terminal that passes on all bytes as they are.
  final class PseudoTerminal {
    let user: Descriptor
    /// The side that programs have open.
    var program: Descriptor?

    init() throws {
      user = Descriptor(taking: open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC))
      var (locked, number): (Int32, Int32) = (0, 0)
      // What `unlockpt` and `ptsname` do, which Swift does not see: TIOCSPTLCK and TIOCGPTN.
      try #require(ioctl(user.number, 0x4004_5431, &locked) == 0)
      try #require(ioctl(user.number, 0x8004_5430, &number) == 0)
      let program = Descriptor(taking: open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC))
      var settings = termios()
      try #require(tcgetattr(program.number, &settings) == 0)
      cfmakeraw(&settings)
      try #require(tcsetattr(program.number, TCSANOW, &settings) == 0)
      self.program = program
    }
  }
#endif
