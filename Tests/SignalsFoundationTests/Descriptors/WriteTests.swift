import Foundation
import Signals
import SignalsFoundation
import TestSupport
import Testing

@Suite(.serialized) struct WriteTests {
  private let folder: TemporaryFolder
  private let events = Notes<Event<Never, FileError>>()

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> FilePath { FilePath(folder.url.path).appending(name) }

  /// A thousand pieces of a thousand bytes each, and how many of them were sent.
  private func thousand(_ sent: Notes<Int>) -> SignalProducer<[UInt8], Never> {
    SignalProducer<Int, Never>(0..<1000).on(next: sent.add).map { Self.piece($0) }
  }

  private static func piece(_ number: Int) -> [UInt8] { [UInt8](repeating: UInt8(number % 251), count: 1000) }

  private var allPieces: [UInt8] { (0..<1000).flatMap(Self.piece) }

  /// Shows no million bytes where they are others.
  private func expectAllPieces(_ read: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
    let isWhole = read == allPieces
    #expect(isWhole, "\(read.count) bytes", sourceLocation: sourceLocation)
  }

  // MARK: Descriptors

  @Test("B2: the source waits while there is no room", arguments: Channel.Kind.allCases)
  func suspendsTheSource(kind: Channel.Kind) async throws {
    let channel = try Channel(kind)
    let sent = Notes<Int>()
    let start = thousand(sent).write(to: channel.writing).start(events.add)
    defer { start.dispose() }
    // The start has returned, although the reader has not read.
    let full = sent.entries.count
    #expect((1..<900).contains(full))
    try await untilDescriptorsAreLookedAt()
    #expect(sent.entries.count == full)
    #expect(events.entries.isEmpty)
    // Only the test reads: so it knows how far ahead the source is.
    var (read, mostAhead): ([UInt8], Int) = ([], 0)
    let isOver = try await eventually {
      mostAhead = max(mostAhead, sent.entries.count - read.count / 1000)
      read += channel.read()
      return events.entries == [.completed]
    }
    #expect(isOver, "\(events.entries), \(sent.entries.count) sent")
    #expect(mostAhead <= 2 * full)
    read += channel.read()
    expectAllPieces(read)
  }

  @Test func completesWhenEverythingIsWritten() async throws {
    let channel = try Channel(.pipe)
    let start = SignalProducer<[UInt8], Never>(value: allPieces).write(to: channel.writing).start(events.add)
    defer { start.dispose() }
    // The source is over, what it has sent is not written.
    #expect(events.entries.isEmpty)
    var read: [UInt8] = []
    #expect(
      try await eventually {
        read += channel.read()
        return events.entries == [.completed]
      })
    // What it had not written by then would be missing.
    read += channel.read()
    expectAllPieces(read)
  }

  @Test func writesOnTheThreadThatSends() throws {
    let channel = try Channel(.pipe)
    SignalProducer<[UInt8], Never>([[1, 2], [], [3]]).write(to: channel.writing).start(events.add)
    #expect(events.entries == [.completed])
    #expect(channel.read() == [1, 2, 3])
    SignalProducer<[UInt8], Never>.empty.write(to: channel.writing).start(events.add)
    #expect(events.entries == [.completed, .completed])
  }

  @Test("A reader that leaves is a failure, not a signal", arguments: Channel.Kind.allCases)
  func failsWhenTheReaderLeaves(kind: Channel.Kind) async throws {
    let channel = try Channel(kind)
    let isDisposed = Notes<Bool>()
    let start = thousand(Notes()).on(disposed: { isDisposed.add(true) })
      .write(to: channel.writing, name: "the reader").start(events.add)
    defer { start.dispose() }
    #expect(events.entries.isEmpty)
    channel.closeReadEnd()
    let error = FileError(FilePath("the reader"), .write, .system(code: EPIPE))
    #expect(try await eventually { events.entries == [.failed(error)] }, "\(events.entries)")
    #expect(try await eventually { isDisposed.entries == [true] })
    SignalProducer<[UInt8], Never>(value: [1]).write(to: channel.writing, name: "the reader")
      .start(events.add)
    #expect(events.entries == [.failed(error), .failed(error)])
  }

  @Test func failsWhereNothingCanBeWritten() throws {
    let file = Descriptor(taking: open(try folder.write("a", "").path, O_RDONLY | O_CLOEXEC))
    let bytes = SignalProducer<[UInt8], Never>(value: [1])
    bytes.write(to: file).start(events.add)
    bytes.write(to: Descriptor(borrowing: -1), name: "nothing").start(events.add)
    #expect(
      events.entries == [
        .failed(FileError(FilePath("descriptor \(file.number)"), .write, .system(code: EBADF))),
        .failed(FileError(FilePath("nothing"), .write, .system(code: EBADF))),
      ])
  }

  @Test func failsAtTheReadingEndOfAPipe() throws {
    let pipe = try OpenPipe()
    SignalProducer<[UInt8], Never>(value: [1]).write(to: pipe.reading, name: "the end").start(events.add)
    #expect(events.entries == [.failed(FileError(FilePath("the end"), .write, .system(code: EBADF)))])
    withExtendedLifetime(pipe) {}
  }

  @Test func keepsWhatASourceSendsThatCannotWait() async throws {
    let channel = try Channel(.pipe)
    let (signal, input) = Signal<[UInt8], Never>.pipe()
    let start = signal.producer.write(to: channel.writing).start(events.add)
    defer { start.dispose() }
    for number in 0..<1000 { input.send(Self.piece(number)) }
    input.complete()
    #expect(events.entries.isEmpty)
    var read: [UInt8] = []
    #expect(
      try await eventually {
        read += channel.read()
        return events.entries == [.completed]
      })
    read += channel.read()
    expectAllPieces(read)
  }

  @Test("E2: a failure is passed on at once") func forwardsFailure() throws {
    let channel = try Channel(.pipe)
    let error = FileError(FilePath("a"), .read, .system(code: EIO))
    let (signal, input) = Signal<[UInt8], FileError>.pipe()
    signal.producer.write(to: channel.writing).start(events.add)
    input.send(allPieces)
    #expect(events.entries.isEmpty)
    input.fail(error)
    #expect(events.entries == [.failed(error)])
  }

  @Test func makesFailuresOfTheStream() throws {
    enum Trouble: Error, Equatable { case source, output(FileError.Cause) }
    let outcomes = Notes<Event<Never, Trouble>>()
    let bytes = SignalProducer<[UInt8], Trouble>(value: [1])
    bytes.write(to: Descriptor(borrowing: -1)) { .output($0.cause) }.start(outcomes.add)
    bytes.append(SignalProducer(error: .source)).write(toFile: path("a")) { .output($0.cause) }
      .start(outcomes.add)
    #expect(outcomes.entries == [.failed(.output(.system(code: EBADF))), .failed(.source)])
  }

  @Test("D2: nothing is written after the disposal", arguments: Channel.Kind.allCases)
  func stopsWhenItIsDisposedOf(kind: Channel.Kind) async throws {
    let channel = try Channel(kind)
    let isDisposed = Notes<Bool>()
    let start = thousand(Notes()).on(disposed: { isDisposed.add(true) }).write(to: channel.writing)
      .start(events.add)
    start.dispose()
    #expect(events.entries == [.interrupted])
    #expect(isDisposed.entries == [true])
    #expect(!channel.read().isEmpty)
    // There is room again: what the first stream still wrote would be among the bytes of the next one.
    let next = Notes<Event<Never, FileError>>()
    let other = thousand(Notes()).write(to: channel.writing).start(next.add)
    defer { other.dispose() }
    var read: [UInt8] = []
    #expect(
      try await eventually {
        read += channel.read()
        return next.entries == [.completed]
      })
    read += channel.read()
    expectAllPieces(read)
  }

  @Test("Streams that write to one pipe hold up no thread") func severalWriters() async throws {
    let channel = try Channel(.pipe)
    let starts = (0..<4).map { _ in thousand(Notes()).write(to: channel.writing).start(events.add) }
    defer { starts.forEach { $0.dispose() } }
    var count = 0
    #expect(
      try await eventually {
        count += channel.read().count
        return events.entries.count == 4
      })
    #expect(count + channel.read().count == 4_000_000)
    #expect(events.entries.allSatisfy { $0 == .completed })
  }

  #if os(Linux)
    @Test("A terminal that is not read holds up no thread") func writesToATerminal() async throws {
      let both = try PseudoTerminal()
      let (reading, terminal) = (both.user, try #require(both.program))
      let starts = Notes<any Disposable>()
      // On a thread of its own, which the test reads free if it waits.
      Thread.detachNewThread { [thousand = thousand(Notes()), events] in
        starts.add(thousand.write(to: terminal).start(events.add))
      }
      let isStarted = try await eventually { !starts.entries.isEmpty }
      #expect(isStarted)
      #expect(events.entries.isEmpty)
      // The terminal of other programs still waits.
      #expect(fcntl(terminal.number, F_GETFL) & O_NONBLOCK == 0)
      reading.neverWait()
      var read: [UInt8] = []
      let isOver = try await eventually {
        while case .bytes(let bytes) = reading.read(atMost: 64 * 1024) { read += bytes }
        return events.entries == [.completed] && read.count == 1_000_000
      }
      #expect(isOver, "\(events.entries), \(read.count) bytes")
      expectAllPieces(read)
    }
  #endif

  @Test("P8: many small pieces through a slow pipe need no stack") func constantStack() async throws {
    let channel = try Channel(.pipe)
    let count = rounds(200_000)
    let start = SignalProducer<Int, Never>(0..<count).map { [UInt8($0 & 0xFF)] }.write(to: channel.writing)
      .start(events.add)
    defer { start.dispose() }
    var read = 0
    #expect(
      try await eventually {
        read += channel.read().count
        return events.entries == [.completed]
      })
    #expect(read + channel.read().count == count)
  }

  // MARK: Files

  @Test func writesAFile() throws {
    let bytes = SignalProducer<[UInt8], Never>(["one\n", "two\n"].map { Array($0.utf8) })
    func text() throws -> String { try String(contentsOfFile: path("a").text, encoding: .utf8) }
    bytes.write(toFile: path("a")).start(events.add)
    #expect(try text() == "one\ntwo\n")
    bytes.write(toFile: path("a"), appending: true).start(events.add)
    #expect(try text() == "one\ntwo\none\ntwo\n")
    bytes.prefix(1).write(toFile: path("a")).start(events.add)
    #expect(try text() == "one\n")
    #expect(events.entries == [.completed, .completed, .completed])
  }

  @Test func copiesAFile() throws {
    let text = (1...100_000).map { "\($0)\n" }.joined()
    try folder.write("a", text)
    SignalProducer.lines(ofFile: path("a")).map { Array("\($0)\n".utf8) }.write(toFile: path("b"))
      .start(events.add)
    #expect(events.entries == [.completed])
    #expect(try String(contentsOfFile: path("b").text, encoding: .utf8) == text)
  }

  @Test func failsWithTheFile() throws {
    #expect(mkfifo(path("pipe").text, 0o600) == 0)
    let isStarted = Notes<Bool>()
    let bytes = SignalProducer<[UInt8], Never>(value: [1]).on(starting: { isStarted.add(true) })
    let failures: [(FilePath, FileError.Operation, FileError.Cause)] = [
      (path("gone/a"), .open, .system(code: ENOENT)),
      (FilePath(folder.url.path), .open, .system(code: EISDIR)),
      // No process reads it: that is not waited for.
      (path("pipe"), .open, .system(code: ENXIO)),
      (FilePath("a\0b"), .open, .nul),
    ]
    for (path, operation, cause) in failures {
      bytes.write(toFile: path).start(events.add)
      #expect(events.entries.last == .failed(FileError(path, operation, cause)))
    }
    #expect(isStarted.entries.isEmpty)
  }

  #if os(Linux)
    @Test func failsWhenTheDiskIsFull() throws {
      let (full, isDisposed) = (FilePath("/dev/full"), Notes<Bool>())
      thousand(Notes()).on(disposed: { isDisposed.add(true) }).write(toFile: full).start(events.add)
      #expect(events.entries == [.failed(FileError(full, .write, .system(code: ENOSPC)))])
      #expect(isDisposed.entries == [true])
    }
  #endif
}
