import Foundation
import Signals
import SystemCalls

/// An open file, pipe, socket or the like: where bytes come from, or go to.
///
/// See ``Signals/EventStream/bytes(arrivingAt:size:name:)`` and ``Signals/EventStream/write(to:name:failingWith:)``.
public final class Descriptor: Sendable {
  /// The system's number for it.
  public let number: Int32
  private let isOwned: Bool
  /// The number, for one reader or writer at a time. (Not an empty state: ThreadSanitizer takes the address of that for the one of
  /// the object behind it, and each use for a race.)
  private let turn: Guarded<Int32>

  init(_ number: Int32, isOwned: Bool = true) {
    self.number = number
    self.isOwned = isOwned
    turn = Guarded(number)
  }

  /// Takes over an open descriptor: it is closed when nothing refers to this object any more, no stream either.
  public convenience init(taking number: Int32) { self.init(number) }

  /// Uses an open descriptor that the caller closes, when no stream uses it any more.
  public convenience init(borrowing number: Int32) { self.init(number, isOwned: false) }

  deinit { if isOwned { close(number) } }

  /// The standard input. It belongs to the whole program: no stream closes it.
  public static let standardInput = Descriptor(borrowing: STDIN_FILENO)
  /// The standard output. It belongs to the whole program: no stream closes it.
  public static let standardOutput = Descriptor(borrowing: STDOUT_FILENO)
  /// The standard error. It belongs to the whole program: no stream closes it.
  public static let standardError = Descriptor(borrowing: STDERR_FILENO)

  /// What failures call it.
  func path(_ name: String?) -> FilePath {
    let standard = ["standard input", "standard output", "standard error"]
    return FilePath(
      name ?? (standard.indices.contains(Int(number)) ? standard[Int(number)] : "descriptor \(number)"))
  }
}

extension Descriptor {
  /// What one attempt to read gave.
  package enum Chunk {
    case bytes([UInt8])
    case end
    /// What the system said. `EAGAIN`: nothing is there now.
    case failure(Int32)
  }

  /// The next bytes.
  ///
  /// - Parameter call: The system call that reads.
  package func read(
    atMost size: Int, by call: (Int32, UnsafeMutableRawPointer?, Int) -> Int = Foundation.read
  ) -> Chunk {
    var count = 0
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
      repeat { count = call(number, buffer.baseAddress, size) } while count < 0 && errno == EINTR
      code = errno
      initialized = max(0, count)
    }
    // What receives them may keep them: without the room for a whole piece.
    if count > 0 { return .bytes(count < size / 2 ? bytes.withUnsafeBufferPointer(Array.init) : bytes) }
    if count == 0 || code == EAGAIN, receivesDatagrams {
      // On Linux it would be ready for ever, with nothing to read.
      if signals_is_shut_for_reading(number) != 0 { return .end }
      return count == 0 ? .bytes([]) : .failure(code)
    }
    // What Linux says of a pseudo-terminal of which no program has the other side open any more.
    let isLeft = count < 0 && code == EIO && signals_is_user_side_of_terminal(number) != 0
    return count == 0 || isLeft ? .end : .failure(code)
  }

  /// The next bytes, if there is something to read now; otherwise the failure is `EAGAIN`. `body` calls it, or does not.
  ///
  /// Several readers of one descriptor read one at a time: none of them waits for what another one has just read.
  /// The same pipe may have another number, or other programs that read: there the system call must not wait.
  func takingTurns(atMost size: Int, _ body: (_ readIfReady: () -> Chunk) -> Chunk) -> Chunk {
    turn.withLock { _ in
      body { isReady(POLLIN) ? read(atMost: size, by: signals_read_now) : .failure(EAGAIN) }
    }
  }

  /// Whether reading or writing would not wait: there is something, or room, or the end, or a failure. A pipe with a name
  /// that no process has opened for writing yet is not at its end.
  private func isReady(_ events: some BinaryInteger) -> Bool {
    var descriptor = pollfd(fd: number, events: Int16(events), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }

  /// Whether what is read is a datagram, which may be empty.
  private var receivesDatagrams: Bool {
    var type: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(number, SOL_SOCKET, SO_TYPE, &type, &size) == 0 else { return false }
    #if canImport(Glibc) || canImport(Musl)
      return type == Int32(SOCK_DGRAM.rawValue)
    #else
      return type == SOCK_DGRAM
    #endif
  }

  /// How much of a pipe can be read now.
  var waitingByteCount: Int { Int(signals_count_of_waiting_bytes(number)) }

  /// Whether it is a pipe, a terminal or the like, for which reading may have to wait.
  ///
  /// Nil: the system does not say, for a cause that is in `errno`.
  var isSpecial: Bool? {
    var status = stat()
    guard fstat(number, &status) == 0 else { return nil }
    return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  /// Whether it is open for `O_RDONLY` or `O_WRONLY`. One end of a pipe is not open for what the other one is for, and
  /// never becomes ready for it.
  func isOpen(for access: Int32) -> Bool {
    let flags = fcntl(number, F_GETFL)
    return flags >= 0 && [access, O_RDWR].contains(flags & O_ACCMODE)
  }

  /// Reading and writing give up instead of waiting. For descriptors that no other program uses.
  package func neverWait() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }
}

extension Descriptor {
  /// How to write without waiting for a reader.
  enum WritingWay: Sendable {
    /// A file takes everything, and the system waits for the disk.
    case file
    /// The call itself does not wait.
    case socket
    /// Writing does not wait, or only if it is as much as a pipe takes at once, and there was room before.
    case pipe(limit: Int)
  }

  var writingWay: WritingWay {
    var status = stat()
    // What is no descriptor, or not open for writing, fails when it is written to.
    guard isOpen(for: O_WRONLY), fstat(number, &status) == 0 else { return .file }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFSOCK: return .socket
    // Not set here: other programs may use the same pipe or terminal, and not expect it.
    default: return .pipe(limit: fcntl(number, F_GETFL) & O_NONBLOCK != 0 ? .max : Int(PIPE_BUF))
    }
  }

  /// The same terminal, opened once more, so that writing to it does not wait. (With room for one byte it would wait
  /// for room for the rest, and `O_NONBLOCK` of this descriptor belongs to other programs too.)
  ///
  /// Nil: it is no terminal, never waits already, or cannot be opened.
  var terminalThatNeverWaits: Descriptor? {
    let flags = fcntl(number, F_GETFL)
    guard flags & O_NONBLOCK == 0, flags & O_ACCMODE != O_RDONLY, isatty(number) == 1 else { return nil }
    var name = [CChar](repeating: 0, count: 1024)
    // The side of a pseudo-terminal that stands for the user has a name that opens another terminal.
    guard ttyname_r(number, &name, name.count) == 0, strstr(name, "ptmx") == nil else { return nil }
    let other = Foundation.open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    if other < 0 { return nil }
    let terminal = Descriptor(taking: other)
    var (here, there) = (stat(), stat())
    guard fstat(number, &here) == 0, fstat(other, &there) == 0 else { return nil }
    return here.st_rdev == there.st_rdev ? terminal : nil
  }

  /// Writes what there is room for: how much, or what the system said. `EAGAIN`: there is no room now.
  func write(_ bytes: ArraySlice<UInt8>, _ way: WritingWay) -> Result<Int, SystemFailure> {
    let (count, code) =
      switch way {
      case .file: writeQuietly(bytes)
      case .socket: send(bytes)
      // Several writers write one at a time, so that none of them waits for room that another one has just taken.
      case .pipe(let limit):
        turn.withLock { _ in isReady(POLLOUT) ? writeQuietly(bytes.prefix(limit)) : (-1, EAGAIN) }
      }
    return count < 0 ? .failure(SystemFailure(code: code)) : .success(count)
  }

  private func send(_ bytes: ArraySlice<UInt8>) -> (count: Int, code: Int32) {
    #if canImport(Darwin)
      _ = fcntl(number, F_SETNOSIGPIPE, 1)
      let flags = MSG_DONTWAIT
    #else
      let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    #endif
    let count = bytes.withUnsafeBytes { Foundation.send(number, $0.baseAddress, $0.count, flags) }
    return (count, errno)
  }

  /// Writes without the signal that ends a program whose reader has left.
  package func writeQuietly(_ bytes: ArraySlice<UInt8>) -> (count: Int, code: Int32) {
    #if canImport(Darwin)
      _ = fcntl(number, F_SETNOSIGPIPE, 1)
      let count = bytes.withUnsafeBytes { Foundation.write(number, $0.baseAddress, $0.count) }
      return (count, errno)
    #else
      var (broken, before, pending) = (sigset_t(), sigset_t(), sigset_t())
      sigemptyset(&broken)
      sigaddset(&broken, SIGPIPE)
      sigpending(&pending)
      let wasPending = sigismember(&pending, SIGPIPE) == 1
      pthread_sigmask(SIG_BLOCK, &broken, &before)
      defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
      let count = bytes.withUnsafeBytes { Foundation.write(number, $0.baseAddress, $0.count) }
      let code = errno
      if count < 0, code == EPIPE, !wasPending {
        var now = timespec()
        sigtimedwait(&broken, nil, &now)
      }
      return (count, code)
    #endif
  }
}
