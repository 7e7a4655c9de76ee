import Foundation
import Signals
import SignalsFoundation
import SystemCalls
import TestSupport
import Testing

@Suite struct BytesArrivingTests {
  private let events = Notes<Event<[UInt8], FileError>>()

  private var bytes: [UInt8] { events.entries.compactMap(\.value).flatMap { $0 } }

  @Test(arguments: Channel.Kind.allCases)
  func sendsWhatArrives(kind: Channel.Kind) async throws {
    let channel = try Channel(kind)
    let start = SignalProducer.bytes(arrivingAt: try #require(channel.readEnd), size: 3).start(events.add)
    defer { start.dispose() }
    let written = Notes<Event<Never, FileError>>()
    SignalProducer<[UInt8], Never>([[1, 2, 3, 4], [5]]).write(to: channel.writing).start(written.add)
    #expect(written.entries == [.completed])
    #expect(try await eventually { bytes == [1, 2, 3, 4, 5] })
    #expect(events.entries.allSatisfy { ($0.value?.count ?? 0) <= 3 })
    #expect(events.entries.count >= 2)
  }

  @Test("B2: a paused start reads nothing, and the writer waits") func waitsDuringAPause() async throws {
    let channel = try Channel(.socket)
    let start = SignalProducer.bytes(arrivingAt: try #require(channel.readEnd)).start(events.add)
    defer { start.dispose() }
    start.pause()
    let written = Notes<Event<Never, FileError>>()
    let all = [UInt8](repeating: 7, count: 10_000_000)
    let writer = SignalProducer<[UInt8], Never>(value: all).write(to: channel.writing).start(written.add)
    defer { writer.dispose() }
    try await untilDescriptorsAreLookedAt()
    #expect(events.entries.count == 0)
    #expect(written.entries.isEmpty)
    // Two starts get some of the bytes each, if both of them read.
    let counts = Notes<Int>()
    let other = SignalProducer.bytes(arrivingAt: try #require(channel.readEnd)).prefix(20)
      .startWithResult { result in if case .success(let bytes) = result { counts.add(bytes.count) } }
    defer { other.dispose() }
    #expect(try await eventually { counts.entries.count == 20 || !events.entries.isEmpty })
    #expect(events.entries.count == 0)
    #expect(written.entries.isEmpty)
    start.resume()
    #expect(
      try await eventually {
        written.entries == [.completed] && bytes.count == all.count - counts.entries.reduce(0, +)
      })
  }

  @Test("What arrives is passed on at the speed of the reader") func passesOn() async throws {
    let (first, second) = (try Channel(.socket), try Channel(.pipe))
    let copied = Notes<Event<Never, FileError>>()
    let taken = Notes<Int>()
    let copy = SignalProducer.bytes(arrivingAt: try #require(first.readEnd)).on(next: { taken.add($0.count) })
      .write(to: second.writing).start(copied.add)
    defer { copy.dispose() }
    let written = Notes<Event<Never, FileError>>()
    let all = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 / 1000) }
    let writer = SignalProducer<[UInt8], Never>(value: all).write(to: first.writing).start(written.add)
    defer { writer.dispose() }
    // Only the test reads: so it knows how far ahead the copying is.
    var (read, mostAhead): ([UInt8], Int) = ([], 0)
    #expect(
      try await eventually {
        mostAhead = max(mostAhead, taken.entries.reduce(0, +) - read.count)
        read += second.read()
        return read.count == all.count
      })
    let isWhole = read == all
    #expect(isWhole)
    // A pipe holds 64 KiB, and a piece has as much.
    #expect(mostAhead <= 256 * 1024)
    #expect(try await eventually { written.entries == [.completed] })
  }

  @Test func takesNoMoreMemoryThanIsNeeded() async throws {
    let channel = try Channel(.pipe)
    let start = SignalProducer.bytes(arrivingAt: try #require(channel.readEnd)).start(events.add)
    defer { start.dispose() }
    #expect(channel.writing.writeQuietly([1]).count == 1)
    #expect(try await eventually { bytes == [1] })
    #expect(events.entries.allSatisfy { ($0.value?.capacity ?? 0) < 1024 })
  }

  #if os(Linux)
    @Test("What another reader has taken is not waited for", arguments: [Channel.Kind.pipe, .socket])
    func doesNotWaitForWhatIsGone(kind: Channel.Kind) throws {
      let channel = try Channel(kind)
      let end = try #require(channel.readEnd)
      // Waits, as most descriptors do: it is not the one that may be read by others too.
      _ = fcntl(end.number, F_SETFL, 0)
      guard case .failure(EAGAIN) = end.read(atMost: 10, by: signals_read_now) else {
        Issue.record("there is nothing to read")
        return
      }
      #expect(channel.writing.writeQuietly([1, 2, 3]).count == 3)
      guard case .bytes([1, 2]) = end.read(atMost: 2, by: signals_read_now) else {
        Issue.record("there is something to read")
        return
      }
    }
  #endif

  #if canImport(Glibc)
    @Test("More streams of one descriptor than it may have descriptors") func hasRoomForManyStreams() async {
      // In a process of its own, because other tests open descriptors too.
      await #expect(processExitsWith: .success) {
        var few = rlimit(rlim_cur: 100, rlim_max: 100)
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &few) == 0)
        let (shared, other, events) = (try Channel(.pipe), try Channel(.pipe), Notes<[UInt8]>())
        let end = try #require(shared.readEnd)
        let starts = (0..<200).map { _ in SignalProducer.bytes(arrivingAt: end).startWithFailed { _ in } }
        SignalProducer.bytes(arrivingAt: try #require(other.readEnd)).startWithResult { result in
          if case .success(let bytes) = result { events.add(bytes) }
        }
        #expect(other.writing.writeQuietly([1]).count == 1)
        #expect(try await eventually { events.entries == [[1]] })
        starts.forEach { $0.dispose() }
      }
    }
  #endif

  @Test func completesWhenTheOtherEndIsClosed() async throws {
    let end: Descriptor
    do {
      let channel = try Channel(.socket)
      end = try #require(channel.readEnd)
      SignalProducer<[UInt8], Never>(value: [1]).write(to: channel.writing).startWithFailed { _ in }
    }
    let start = SignalProducer.bytes(arrivingAt: end).start(events.add)
    defer { start.dispose() }
    #expect(try await eventually { events.entries == [.next([1]), .completed] })
  }

  @Test("An empty datagram is not the end; shutting the socket is") func passesOnEmptyDatagrams() async throws
  {
    let channel = try Channel(.datagrams)
    let end = try #require(channel.readEnd)
    let start = SignalProducer.bytes(arrivingAt: end).start(events.add)
    defer { start.dispose() }
    let pieces: [[UInt8]] = [[1], [], [2, 3], []]
    for piece in pieces { #expect(send(channel.writing.number, piece, piece.count, 0) == piece.count) }
    let all = pieces.map { Event<[UInt8], FileError>.next($0) }
    #expect(try await eventually { events.entries == all }, "\(events.entries)")
    #expect(shutdown(end.number, Int32(SHUT_RD)) == 0)
    #expect(try await eventually { events.entries == all + [.completed] }, "\(events.entries)")
  }

  #if os(Linux)
    @Test("A terminal that no program has open any more is at its end") func endsWithATerminal() async throws
    {
      let terminal = try PseudoTerminal()
      let start = SignalProducer.bytes(arrivingAt: terminal.user).start(events.add)
      defer { start.dispose() }
      #expect(try #require(terminal.program).writeQuietly([1, 2]).count == 2)
      #expect(try await eventually { bytes == [1, 2] })
      terminal.program = nil
      #expect(try await eventually { events.entries.last == .completed }, "\(events.entries)")
    }
  #endif

  @Test func failsWithItsName() async throws {
    let start = SignalProducer.bytes(arrivingAt: Descriptor(borrowing: -1)).start(events.add)
    defer { start.dispose() }
    let error = FileError(FilePath("descriptor -1"), .read, .system(code: EBADF))
    #expect(try await eventually { events.entries == [.failed(error)] }, "\(events.entries)")
  }

  @Test func failsAtTheWritingEndOfAPipe() throws {
    let pipe = try OpenPipe()
    SignalProducer.bytes(arrivingAt: pipe.writing, name: "the end").start(events.add)
    #expect(events.entries == [.failed(FileError(FilePath("the end"), .read, .system(code: EBADF)))])
    withExtendedLifetime(pipe) {}
  }

  @Test("X1: a piece without a byte stops") func needsPiecesOfSomeSize() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      SignalProducer.bytes(arrivingAt: .standardInput, size: 0).startWithFailed { _ in }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("bytes(arrivingAt:size:): the size must be at least 1"))
  }
}
