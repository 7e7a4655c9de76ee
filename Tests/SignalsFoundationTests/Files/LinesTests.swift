import Foundation
import Signals
import SignalsFoundation
import TestSupport
import Testing

@Suite(.mayBlock) struct LinesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What the lines of a file with these bytes are.
  private func lines(of bytes: some Sequence<UInt8>) throws -> [TextLine] {
    let file = try folder.write("a", bytes)
    let events = Notes<Event<TextLine, FileError>>()
    SignalProducer.lines(ofFile: FilePath(file.path)).start(events.add)
    #expect(events.entries.last == .completed)
    return events.entries.compactMap(\.value)
  }

  private func texts(of text: String) throws -> [String] { try lines(of: text.utf8).map(\.text) }

  /// The lines of a text that comes in pieces of a certain size.
  private func lines(of bytes: [UInt8], inPiecesOf size: Int) -> [TextLine] {
    let pieces = stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
    let events = Notes<Event<TextLine, Never>>()
    SignalProducer<[UInt8], Never>(pieces).textLines().start(events.add)
    #expect(events.entries.last == .completed)
    return events.entries.compactMap(\.value)
  }

  @Test("B2: the file and its lines wait during a pause") func waitDuringAPause() throws {
    let text = (1...100_000).map { "\($0)\n" }.joined()
    let file = try folder.write("a", text.utf8)
    let pieces = Notes<Int>()
    let lines = Notes<String>()
    let source = SignalProducer.bytes(ofFile: FilePath(file.path)).on(next: { pieces.add($0.count) })
      .textLines()
    let starts = Notes<any Disposable>()
    source.startWithSignal { signal, start in
      starts.add(start)
      signal.observe { event in
        lines.add(event.value.map(\.text) ?? "\(event)")
        if lines.entries.count == 3 { start.pause() }
      }
    }
    #expect(lines.entries == ["1", "2", "3"])
    #expect(pieces.entries.count == 1)
    starts.entries[0].resume()
    #expect(lines.entries == (1...100_000).map { "\($0)" } + ["completed"])
    #expect(pieces.entries.reduce(0, +) == text.utf8.count)
  }

  @Test func endWithALineFeedOrWithTheFile() throws {
    #expect(try texts(of: "one\n\n two \n") == ["one", "", " two "])
    #expect(try texts(of: "one\ntwo") == ["one", "two"])
    #expect(try texts(of: "\n") == [""])
    #expect(try texts(of: "") == [])
  }

  @Test func loseOneCarriageReturnBeforeTheLineFeed() throws {
    #expect(try texts(of: "one\r\n\r\ntwo\r\r\nth\rree\r\n") == ["one", "", "two\r", "th\rree"])
    // Nothing has ended this one, so the carriage return belongs to it.
    #expect(try texts(of: "one\r") == ["one\r"])
  }

  @Test func mayBeAsLongAsTheFile() throws {
    // Over many pieces, and not a multiple of their size.
    let long = [UInt8](repeating: UInt8(ascii: "a"), count: 5_000_001)
    let found = try lines(of: Array("first\n".utf8) + long + Array("\nlast\n".utf8) + long)
    #expect(found.map(\.text.utf8.count) == [5, 5_000_001, 4, 5_000_001])
    #expect(found.allSatisfy { $0.replacementCount == 0 })
    #expect(found[1].text.utf8.allSatisfy { $0 == UInt8(ascii: "a") })
  }

  @Test func endWhereverThePiecesDo() throws {
    // Whatever the first line is, the second one begins somewhere around the border of two pieces.
    for length in (64 * 1024 - 2)...(64 * 1024 + 2) {
      let first = String(repeating: "a", count: length)
      #expect(try texts(of: first + "\r\nsecond\r\n") == [first, "second"])
    }
  }

  /// The same with a limit.
  private func cutLines(of bytes: [UInt8], inPiecesOf size: Int, longest: Int) -> [TextLine] {
    let pieces = stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
    let events = Notes<Event<TextLine, Never>>()
    SignalProducer<[UInt8], Never>(pieces).textLines(longest: longest).start(events.add)
    #expect(events.entries.last == .completed)
    return events.entries.compactMap(\.value)
  }

  @Test(arguments: 1...9)
  func areCutBetweenTwoCharacters(size: Int) {
    func cut(_ text: String) -> TextLine { TextLine(text, isCut: true) }
    #expect(
      cutLines(of: Array("日本語\n1234\r\n12345\r\n1234\r\r\n\n1234".utf8), inPiecesOf: size, longest: 4) == [
        cut("日"), cut("本"), TextLine("語"), TextLine("1234"), cut("1234"), TextLine("5"), cut("1234"),
        TextLine("\r"), TextLine(""), TextLine("1234"),
      ])
    #expect(
      cutLines(of: Array("a🙂é🙂".utf8) + [0x80, 0x80, 0x80, 0x80, 0x80, 0xF0], inPiecesOf: size, longest: 4)
        == [
          cut("a"), cut("🙂"), cut("é"), cut("🙂"),
          TextLine("\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", replacementCount: 4, isCut: true),
          TextLine("\u{FFFD}\u{FFFD}", replacementCount: 2),
        ])
  }

  @Test(arguments: 1...9)
  func haveNoMoreBytesThanTheLimitAtTheEnd(size: Int) {
    #expect(
      cutLines(of: Array("abcd\r".utf8), inPiecesOf: size, longest: 4) == [
        TextLine("abcd", isCut: true), TextLine("\r"),
      ])
    #expect(
      cutLines(of: Array("a🙂\r".utf8), inPiecesOf: size, longest: 4) == [
        TextLine("a", isCut: true), TextLine("🙂", isCut: true), TextLine("\r"),
      ])
  }

  @Test(arguments: 1...9)
  func doNotDependOnWhereTheTextIsCut(size: Int) {
    let bytes = Array("é\n日本\r\n\n🙂 x".utf8) + [0xF0, 0x9F, 0x0A, 0xC3]
    #expect(
      lines(of: bytes, inPiecesOf: size) == [
        TextLine("é"), TextLine("日本"), TextLine(""), TextLine("🙂 x\u{FFFD}", replacementCount: 1),
        TextLine("\u{FFFD}", replacementCount: 1),
      ])
  }

  @Test(
    arguments: [
      // What no character begins with; a character that is too long; one that breaks off; half a pair.
      ([0x61, 0xFF, 0xFE, 0x62], "a\u{FFFD}\u{FFFD}b", 2),
      ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}", 2),
      ([0xE6, 0x97, 0x61], "\u{FFFD}a", 1),
      ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}", 3),
      ([0xF0, 0x9F, 0x99], "\u{FFFD}", 1),
      // Those that were there before are no replacements.
      ([0xEF, 0xBF, 0xBD, 0x80, 0xEF, 0xBF, 0xBD], "\u{FFFD}\u{FFFD}\u{FFFD}", 1),
      ([0xEF, 0xBF, 0xBD], "\u{FFFD}", 0),
      ([0xEF, 0xBF], "\u{FFFD}", 1),
    ] as [([UInt8], String, Int)])
  func replaceAndCountWhatIsInvalid(bytes: [UInt8], text: String, count: Int) throws {
    #expect(try lines(of: bytes) == [TextLine(text, replacementCount: count)])
    for size in 1...bytes.count {
      #expect(lines(of: bytes, inPiecesOf: size) == [TextLine(text, replacementCount: count)])
    }
    // Across the border of two pieces of a file, with lines before and after.
    let filler = [UInt8](repeating: UInt8(ascii: "x"), count: 64 * 1024 - 2)
    let found = try lines(of: filler + [0x0A] + bytes + [0x0A, 0x61])
    #expect(found.dropFirst() == [TextLine(text, replacementCount: count), TextLine("a")])
  }

  @Test func areReadPieceByPiece() throws {
    let file = try folder.write("a", String(repeating: "line\n", count: 200_000))
    let taken = Notes<TextLine>()
    let ends = Notes<Bool>()
    SignalProducer.lines(ofFile: FilePath(file.path)).prefix(2).on(completed: { ends.add(true) })
      .startWithResult { if case .success(let line) = $0 { taken.add(line) } }
    #expect(taken.entries == [TextLine("line"), TextLine("line")])
    #expect(ends.entries == [true])
  }

  @Test func comeOutOfAPipeWithANameAsTheyAreWritten() throws {
    let pipe = folder.url.appending(path: "pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    // Open for reading and writing, so that neither side waits until the other has opened it.
    let end = FileHandle(fileDescriptor: open(pipe, O_RDWR | O_CLOEXEC), closeOnDealloc: true)
    let taken = Notes<TextLine>()
    let isWaiting = DispatchSemaphore(value: 0)
    let isOver = DispatchSemaphore(value: 0)
    try end.write(contentsOf: Data("one\n".utf8))
    Thread.detachNewThread {
      SignalProducer.lines(ofFile: FilePath(pipe)).start { event in
        if let line = event.value { taken.add(line) }
        if event.isTerminating { isOver.signal() } else { isWaiting.signal() }
      }
    }
    isWaiting.wait()
    // Nothing is there now, and that is not the end.
    try end.write(contentsOf: Data("two\n".utf8))
    isWaiting.wait()
    try end.close()
    isOver.wait()
    #expect(taken.entries == [TextLine("one"), TextLine("two")])
  }

  @Test func waitForAProcessThatWritesToAPipeWithAName() async throws {
    let pipe = folder.url.appending(path: "pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    let events = Notes<Event<TextLine, FileError>>()
    let start = SignalProducer.lines(ofFile: FilePath(pipe)).start(events.add)
    defer { start.dispose() }
    // What cannot be read yet is not the end.
    try await untilDescriptorsAreLookedAt()
    #expect(events.entries == [])
    let end = FileHandle(fileDescriptor: open(pipe, O_WRONLY | O_CLOEXEC), closeOnDealloc: true)
    try end.write(contentsOf: Data("one\ntw".utf8))
    #expect(try await eventually { events.entries == [.next(TextLine("one"))] })
    try end.close()
    #expect(
      try await eventually {
        events.entries == [.next(TextLine("one")), .next(TextLine("tw")), .completed]
      })
  }

  @Test func stopWaitingForAProcessThatWrites() async throws {
    let pipe = folder.url.appending(path: "pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    let events = Notes<Event<TextLine, FileError>>()
    let start = SignalProducer.lines(ofFile: FilePath(pipe)).start(events.add)
    try await untilDescriptorsAreLookedAt()
    start.dispose()
    #expect(events.entries == [.interrupted])
    // Nothing has it open for reading any more.
    #expect(
      try await eventually {
        let end = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        let code = errno
        if end >= 0 { close(end) }
        return end < 0 && code == ENXIO
      })
  }

  @Test func pipesWithANameMustBeTextToo() async throws {
    let pipe = folder.url.appending(path: "pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    let events = Notes<Event<[UInt8], FileError>>()
    let start = SignalProducer.bytes(ofFile: FilePath(pipe), size: 2, mustBeText: true).start(events.add)
    defer { start.dispose() }
    let end = FileHandle(fileDescriptor: open(pipe, O_WRONLY | O_CLOEXEC), closeOnDealloc: true)
    try end.write(contentsOf: Data([0x61, 0, 0x62]))
    #expect(
      try await eventually { events.entries == [.failed(FileError(FilePath(pipe), .read, .binary))] })
  }

  @Test func needPiecesOfSomeSize() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      SignalProducer.bytes(ofFile: FilePath("a"), size: 0).startWithFailed { _ in }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("bytes(ofFile:size:): the size must be at least 1"))
  }

  @Test("X1: a size that no memory holds stops") func needPiecesThatFit() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      SignalProducer.bytes(ofFile: FilePath("a"), size: .max).startWithFailed { _ in }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      message.contains(
        "bytes(ofFile:size:): the size must be at most 1 GiB (1073741824 bytes), got 9223372036854775807"))
  }

  @Test func failWithTheFile() throws {
    let events = Notes<Event<TextLine, FileError>>()
    let (gone, directory) = (FilePath(folder.url.path).appending("gone"), FilePath(folder.url.path))
    SignalProducer.lines(ofFile: gone).start(events.add)
    SignalProducer.lines(ofFile: directory).start(events.add)
    #expect(
      events.entries == [
        .failed(FileError(gone, .open, .system(code: ENOENT))),
        .failed(FileError(directory, .read, .system(code: EISDIR))),
      ])
  }

  @Test func sendTheBeginningOfALineBeforeAFailure() {
    let error = FileError(FilePath("a"), .read, .system(code: EIO))
    let broken = SignalProducer<[UInt8], FileError> { observer, _ in
      observer.send(Array("one\ntw".utf8))
      observer.fail(error)
    }
    let events = Notes<Event<TextLine, FileError>>()
    broken.textLines().start(events.add)
    #expect(events.entries == [.next(TextLine("one")), .next(TextLine("tw")), .failed(error)])
  }

  @Test func startAnewWithEachStart() throws {
    let lines = SignalProducer.lines(ofFile: FilePath(try folder.write("a", "one\ntw").path))
    let texts = Notes<String>()
    for _ in 0..<2 { lines.startWithResult { if case .success(let line) = $0 { texts.add(line.text) } } }
    #expect(texts.entries == ["one", "tw", "one", "tw"])
  }
}
