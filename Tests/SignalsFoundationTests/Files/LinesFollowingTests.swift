import Foundation
import Signals
import SignalsFoundation
import TestSupport
import Testing

@Suite(.mayBlock) struct LinesFollowingTests {
  private let folder: TemporaryFolder
  private let events = Notes<Event<TextLine, FileError>>()

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> FilePath { FilePath(folder.url.path).appending(name) }

  private var texts: [String] { events.entries.compactMap(\.value?.text) }

  private func follow(
    _ name: String = "log", from position: FilePosition = .beginning, longest: Int = 1 << 20
  ) -> ScopedDisposable {
    ScopedDisposable(
      SignalProducer.lines(following: path(name), from: position, longest: longest).start(events.add))
  }

  /// Without events of the system: the file is looked at each second.
  private func lookEachSecond(
    _ path: FilePath, _ looks: Notes<FilePath>
  ) -> SignalProducer<TextLine, FileError> {
    SignalProducer.lines(following: path, from: .beginning, longest: 1 << 20) { folder in
      // A folder of which no events come any more is tried again with each look, and before it.
      looks.add(folder)
      return .empty
    }
  }

  /// Waits until the queue that reads the file has begun and ended a look.
  private func waitForALook(_ looks: Notes<FilePath>) async throws {
    let before = looks.entries.count
    try #require(await eventually { looks.entries.count >= before + 2 })
  }

  private func see(_ expected: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let isSeen = try await eventually { texts.count >= expected.count }
    #expect(isSeen && texts == expected, "saw \(events.entries)", sourceLocation: sourceLocation)
  }

  // MARK: Growing

  @Test func areSentAsTheyAreAppended() async throws {
    try folder.write("log", "old\n")
    let start = follow()
    try await see(["old"])
    try folder.append("log", "one\ntw")
    try await see(["old", "one"])
    try folder.append("log", "o\r\nthree\n")
    try await see(["old", "one", "two", "three"])
    withExtendedLifetime(start) {}
  }

  @Test func mayBeginAtTheEnd() async throws {
    try folder.write("log", "old\nhalf a l")
    let start = follow(from: .end)
    // What is appended after the start has returned is sent.
    try folder.append("log", "ine\nnew\n")
    try await see(["ine", "new"])
    withExtendedLifetime(start) {}
  }

  @Test func startAnewWithEachStart() async throws {
    try folder.write("log", "one\n")
    let lines = SignalProducer.lines(following: path("log"), from: .beginning)
    let starts = (0..<2).map { _ in ScopedDisposable(lines.start(events.add)) }
    try await see(["one", "one"])
    withExtendedLifetime(starts) {}
  }

  @Test(arguments: ["log", "new/log", "new/newer/log"])
  func mayBelongToAFileThatIsNotThereYet(name: String) async throws {
    let start = follow(name, from: .end)
    #expect(events.entries.isEmpty)
    try folder.write(name, "one\n")
    try await see(["one"])
    try folder.append(name, "two\n")
    try await see(["one", "two"])
    withExtendedLifetime(start) {}
  }

  @Test func areFoundUnderARelativePath() async throws {
    // The folder that the process is in cannot be changed while other tests run.
    let up = Array(repeating: "..", count: 60).joined(separator: "/")
    try folder.write("log", "one\n")
    let name = FilePath("\(up)\(folder.url.path)/./log")
    let start = SignalProducer.lines(following: name, from: .beginning).start(events.add)
    defer { start.dispose() }
    try await see(["one"])
    try folder.append("log", "two\n")
    try await see(["one", "two"])
  }

  // MARK: Rotation

  @Test func goOnInTheFileThatTakesThePlace() async throws {
    try folder.write("log", "one\n")
    let start = follow()
    try await see(["one"])
    try folder.rename("log", to: "log.1")
    try folder.append("log.1", "two\n")
    try await see(["one", "two"])
    // The program that writes has not gone over to the new file yet.
    try folder.write("log", "")
    try folder.append("log.1", "three\n")
    try await see(["one", "two", "three"])
    try folder.append("log.1", "four\n")
    try folder.append("log", "five\n")
    try await see(["one", "two", "three", "four", "five"])
    withExtendedLifetime(start) {}
  }

  /// As several processes write that go over to the new file one after the other.
  @Test func comeOfBothFilesForAWhile() async throws {
    try folder.write("log", "one\n")
    let start = follow()
    try await see(["one"])
    try folder.rename("log", to: "log.1")
    var expected = ["one"]
    for number in 0..<3 {
      for (name, line) in [("log", "new \(number)"), ("log.1", "old \(number)")] {
        try folder.append(name, "\(line)\n")
        expected.append(line)
        try await see(expected)
      }
    }
    // Also in pieces, while the other one grows.
    try folder.append("log.1", "ha")
    try folder.append("log", "whole\n")
    try await see(expected + ["whole"])
    try folder.append("log.1", "lf\n")
    try await see(expected + ["whole", "half"])
    withExtendedLifetime(start) {}
  }

  @Test func comeOfOneFileWhereBothAreNotWanted() async throws {
    try folder.write("log", "one\n")
    let start = SignalProducer.lines(following: path("log"), from: .beginning, overlap: .zero).start(
      events.add)
    defer { start.dispose() }
    try await see(["one"])
    try folder.rename("log", to: "log.1")
    try folder.append("log", "two\n")
    try await see(["one", "two"])
    try folder.append("log.1", "late\n")
    try folder.append("log", "three\n")
    try await see(["one", "two", "three"])
  }

  @Test func leaveAnOldFileAfterAWhile() async throws {
    try folder.write("log", "one\n")
    let looks = Notes<FilePath>()
    let start = SignalProducer.lines(
      following: path("log"), from: .beginning, longest: 100, overlap: .milliseconds(1)
    ) { folder in
      looks.add(folder)
      return .empty
    }.start(events.add)
    defer { start.dispose() }
    try await see(["one"])
    try folder.rename("log", to: "log.1")
    try folder.append("log.1", "en")
    try folder.append("log", "two\n")
    // What has begun is sent when the other one takes its place.
    try await see(["one", "en", "two"])
    try await waitForALook(looks)
    try folder.append("log.1", "late\n")
    try await waitForALook(looks)
    #expect(texts == ["one", "en", "two"])
  }

  @Test func goOnInAFileThatIsPutThere() async throws {
    try folder.write("log", "one\n")
    let start = follow()
    try await see(["one"])
    try folder.place("log", "two\n")
    try await see(["one", "two"])
    withExtendedLifetime(start) {}
  }

  @Test func goOnAfterTheFileWasDeleted() async throws {
    try folder.write("log", "one\n")
    let start = follow()
    try await see(["one"])
    try folder.remove("log")
    try folder.write("log", "two\n")
    try await see(["one", "two"])
    withExtendedLifetime(start) {}
  }

  @Test func goOnAfterTheFolderWasDeleted() async throws {
    try folder.write("inner/log", "one\n")
    let start = follow("inner/log")
    try await see(["one"])
    for number in 2...3 {
      try folder.remove("inner")
      try folder.write("inner/log", "\(number)\n")
      try await see(["one"] + (2...number).map { "\($0)" })
    }
    withExtendedLifetime(start) {}
  }

  @Test func goOnAfterATruncation() async throws {
    try folder.write("log", "one\nlonger\n")
    let start = follow()
    try await see(["one", "longer"])
    #expect(truncate(path("log").text, 0) == 0)
    try folder.append("log", "two\n")
    try await see(["one", "longer", "two"])
    withExtendedLifetime(start) {}
  }

  @Test func areNotMadeOfPartsOfTwoFiles() async throws {
    try folder.write("log", "one\ntw")
    let start = follow()
    try await see(["one"])
    try folder.rename("log", to: "log.1")
    try folder.write("log", "three\nfo")
    try await see(["one", "tw", "three"])
    #expect(truncate(path("log").text, 0) == 0)
    try folder.append("log", "five\n")
    try await see(["one", "tw", "three", "fo", "five"])
    withExtendedLifetime(start) {}
  }

  @Test func areCompleteWhileAProgramWritesAndRotates() async throws {
    try folder.write("log", "")
    let start = follow()
    var expected: [String] = []
    for rotation in 0..<rounds(100) {
      // As programs do it: the file stays open while it is renamed, and a while after that.
      let file = try #require(fopen(path("log").text, "a"))
      func write(_ number: Int) {
        let line = "\(rotation) \(number)"
        expected.append(line)
        fputs("\(line)\n", file)
        if number % 3 == 0 { fflush(file) }
      }
      (0..<50).forEach(write)
      try folder.rename("log", to: "log.\(rotation)")
      (50..<100).forEach(write)
      try folder.write("log", "")
      (100..<150).forEach(write)
      fclose(file)
      // A file that had the name only between two looks would be missed.
      let isRead = try await eventually { texts.count == expected.count }
      try #require(isRead, "\(texts.suffix(3)), not \(expected.suffix(3))")
    }
    #expect(texts == expected)
    withExtendedLifetime(start) {}
  }

  @Test func followALink() async throws {
    try folder.write("a/file", "one\n")
    try folder.write("b/file", "two\n")
    try folder.link("log", to: "a/file")
    let start = follow()
    try await see(["one"])
    try folder.append("a/file", "more\n")
    try await see(["one", "more"])
    try folder.remove("log")
    try folder.link("log", to: "b/file")
    try await see(["one", "more", "two"])
    try folder.append("b/file", "more\n")
    try await see(["one", "more", "two", "more"])
    withExtendedLifetime(start) {}
  }

  @Test("What reports nothing, or cannot be watched, is looked at", arguments: [true, false])
  func needNoEvents(isRefused: Bool) async throws {
    try folder.write("log", "one\n")
    let start = SignalProducer.lines(following: path("log"), from: .beginning, longest: 100) {
      isRefused ? SignalProducer(error: FileError($0, .watch, .watcherLimit)) : .never
    }.start(events.add)
    defer { start.dispose() }
    try await see(["one"])
    try folder.append("log", "two\n")
    try await see(["one", "two"])
    try folder.rename("log", to: "log.1")
    try folder.write("log", "three\n")
    try await see(["one", "two", "three"])
  }

  #if os(Linux)
    @Test("A file that shows no size is read once") func areNotReadAgainWhereThereIsNoSize() async throws {
      let looks = Notes<FilePath>()
      let start = lookEachSecond(FilePath("/proc/version"), looks).start(events.add)
      defer { start.dispose() }
      #expect(try await eventually { !texts.isEmpty })
      try await waitForALook(looks)
      #expect(texts.count == 1)
    }
  #endif

  // MARK: Going on

  private func lines(
    after place: FilePlace, _ count: Int, longest: Int = 1 << 20
  ) async throws -> [TextLine] {
    let lines = SignalProducer.lines(following: path("log"), from: .after(place), longest: longest)
    return count == 0 ? [] : try #require(await lines.prefix(count).allValues())
  }

  private var sent: [TextLine] { events.entries.compactMap(\.value) }

  @Test("A start goes on behind any line of another", arguments: [9, 1000])
  func goOnBehindALine(longest: Int) async throws {
    var bytes: [UInt8] = []
    for number in 0..<40 {
      bytes += [UInt8](repeating: 0x61 + UInt8(number % 26), count: number * 7 % 31)
      bytes += number % 5 == 0 ? [0xC3, 0xA9, 0xFF] : []
      bytes += number % 3 == 0 ? [0x0D, 0x0A] : [0x0A]
    }
    try folder.write("log", bytes + Array("the end\n".utf8))
    let start = follow(longest: longest)
    try #require(await eventually { sent.last?.text == "the end" })
    let count = sent.count
    for (index, line) in sent.enumerated() {
      let rest = try await lines(after: try #require(line.place), count - index - 1, longest: longest)
      #expect(rest == Array(sent[(index + 1)...]))
      #expect(rest.map(\.place) == sent[(index + 1)...].map(\.place))
    }
    // And further, when the file grows.
    let place = try #require(sent.last?.place)
    try folder.append("log", "new\n")
    #expect(try await lines(after: place, 1).map(\.text) == ["new"])
    withExtendedLifetime(start) {}
  }

  @Test func goOnInAFileThatWasRenamed() async throws {
    try folder.write("log", "one\ntwo\n")
    let start = follow()
    try await see(["one", "two"])
    let places = sent.compactMap(\.place)
    start.dispose()
    try folder.append("log", "three\n")
    try folder.rename("log", to: "log.1")
    // While there is no new one, and when there is.
    #expect(try await lines(after: places[0], 2).map(\.text) == ["two", "three"])
    try folder.append("log", "four\n")
    #expect(try await lines(after: places[0], 3).map(\.text) == ["two", "three", "four"])
    #expect(try await lines(after: places[1], 2).map(\.text) == ["three", "four"])
  }

  @Test func goOnWhereBothFilesWereRead() async throws {
    try folder.write("log", "old 1\n")
    let start = follow()
    try await see(["old 1"])
    try folder.rename("log", to: "log.1")
    let written = [
      ("log", "new 1"), ("log.1", "old 2"), ("log", "new 2"), ("log.1", "old 3"), ("log", "new 3"),
    ]
    for (index, (name, text)) in written.enumerated() {
      try folder.append(name, "\(text)\n")
      try await see(["old 1"] + written[...index].map(\.1))
    }
    let lines = sent
    start.dispose()
    for (index, line) in lines.enumerated() {
      let rest = try await self.lines(after: try #require(line.place), lines.count - index - 1)
      #expect(rest.map(\.text).sorted() == lines[(index + 1)...].map(\.text).sorted())
    }
  }

  /// What was written into it meanwhile is not known.
  @Test func failWhereAnOlderFileIsLost() async throws {
    try folder.write("log", "old 1\n")
    let start = follow()
    try await see(["old 1"])
    try folder.rename("log", to: "log.1")
    try folder.append("log", "new 1\n")
    try await see(["old 1", "new 1"])
    start.dispose()
    let place = try #require(sent.last?.place)
    try folder.append("log.1", "old 2\n")
    try folder.append("log", "new 2\n")
    #expect(try await lines(after: place, 2).map(\.text).sorted() == ["new 2", "old 2"])
    // Written anew; gone.
    try folder.write("log.1", "old 3\nold 4\n")
    #expect(firstEvent(after: place) == lost)
    try folder.remove("log.1")
    #expect(firstEvent(after: place) == lost)
    // The program may do without it.
    #expect(try await lines(after: place.inNewestFile, 1).map(\.text) == ["new 2"])
  }

  private func firstEvent(after place: FilePlace) -> Event<TextLine, FileError>? {
    let events = Notes<Event<TextLine, FileError>>()
    SignalProducer.lines(following: path("log"), from: .after(place)).start(events.add).dispose()
    return events.entries.first
  }

  private var lost: Event<TextLine, FileError> { .failed(FileError(path("log"), .open, .placeLost)) }

  @Test func failWhereThePlaceIsLost() async throws {
    try folder.write("log", "one\ntwo\nthree\n")
    let start = follow()
    try await see(["one", "two", "three"])
    let place = try #require(sent[1].place)
    start.dispose()
    // Written anew, and longer; truncated; another one, which has another number while the first one is there; gone.
    try folder.write("log", "one\nTwo\nthree\nfour\n")
    #expect(firstEvent(after: place) == lost)
    try folder.write("log", "one\n")
    #expect(firstEvent(after: place) == lost)
    try folder.write("log", "")
    #expect(firstEvent(after: place) == lost)
    try folder.place("log", "one\ntwo\n")
    #expect(firstEvent(after: place) == lost)
    try folder.remove("log")
    #expect(firstEvent(after: place) == lost)
  }

  /// A folder that is listed while its entries get other names may leave some out.
  @Test func goOnWhileTheFileIsRenamed() async throws {
    try folder.write("log", "one\ntwo\n")
    for number in 0..<300 { try folder.write("other.\(number)", "") }
    let start = follow()
    try await see(["one", "two"])
    let place = try #require(sent.first?.place)
    start.dispose()
    let isOver = Flag()
    let root = folder.url.path
    let renaming = DispatchGroup()
    DispatchQueue.global().async(group: renaming) {
      var (name, number) = ("log", 0)
      while !isOver.isSet {
        number += 1
        let next = number % 50 == 0 ? "log" : "log.\(number % 997)"
        rename("\(root)/\(name)", "\(root)/\(next)")
        name = next
        usleep(200)
      }
    }
    defer {
      _ = isOver.set()
      renaming.wait()
    }
    for _ in 0..<rounds(400) { #expect(try await lines(after: place, 1).map(\.text) == ["two"]) }
  }

  /// A program that is started again after every few lines, while the file is written and rotated.
  @Test func areEachSentOnceThroughManyStarts() async throws {
    let total = max(200, rounds(4000))
    let read = Guarded(Set<Int>())
    try folder.write("log", "0\n")
    let root = folder.url.path
    let writing = DispatchGroup()
    DispatchQueue.global().async(group: writing) { [folder] in
      var (number, file, first) = (1, 0, 0)
      while number < total {
        // Of files that have had the name between two lines that were read, nothing is known.
        if number - first >= 20, read.withLock({ $0.contains { $0 >= first } }) {
          rename("\(root)/log", "\(root)/log.\(file)")
          (file, first) = (file + 1, number)
        }
        try? folder.append("log", "\(number)\n")
        number += 1
        if number % 8 == 0 { usleep(300) }
      }
    }
    var place: FilePlace?
    var repeated: [Int] = []
    var round = 0
    while read.withLock({ $0.count < total }) {
      round += 1
      let isWritten = writing.wait(timeout: .now()) == .success
      let position = place.map { FilePosition.after($0) } ?? .beginning
      let lines = SignalProducer.lines(following: path("log"), from: position).prefix(1 + round * 7 % 23)
        .prefix(until: SignalProducer<Void, Never>.timer(after: .milliseconds(500)))
      let some = try await lines.allValues() ?? []
      if isWritten, some.isEmpty { break }
      for line in some {
        let number = try #require(Int(line.text))
        let isNew = read.withLock { $0.insert(number).inserted }
        if !isNew { repeated.append(number) }
        place = line.place
      }
    }
    #expect(read.withLock { $0 } == Set(0..<total))
    #expect(repeated.isEmpty)
    writing.wait()
  }

  @Test func haveAPlaceThatIsAText() async throws {
    try folder.write("log", "one\n")
    let start = follow()
    try await see(["one"])
    try folder.rename("log", to: "log.1")
    try folder.append("log", "two\n")
    try await see(["one", "two"])
    for place in sent.compactMap(\.place) {
      #expect(FilePlace(place.description) == place)
      #expect(try JSONDecoder().decode(FilePlace.self, from: JSONEncoder().encode(place)) == place)
    }
    #expect(sent[1].place?.description.contains(",") == true)
    #expect(sent[0] == TextLine("one"), "wherever it stands")
    for text in [
      "", ",", ":", "1", "1:2:3", "1:2:3:4:5", "g:1:1:1", "1:2:-3:4", "+1:2:3:4", "1:2:3:4,", "1:2::4",
      " 1:2:3:4",
      "1:2:ffffffffffffffff:4", "10000000000000000:2:3:4",
    ] {
      #expect(FilePlace(text) == nil)
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(FilePlace.self, from: JSONEncoder().encode(text))
      }
    }
    // What is no place of a file leads to none.
    for text in ["0:0:0:0", "1:2:7fffffffffffffff:4"] {
      let place = try #require(FilePlace(text))
      #expect(firstEvent(after: place) == lost)
    }
    withExtendedLifetime(start) {}
  }

  // MARK: What lines hold

  @Test func mayHoldAnyBytes() async throws {
    try folder.write("log", Array("a".utf8) + [0, 0xFF, 0x62, 0x0A, 0xC3])
    let start = follow()
    try folder.append("log", [0xA9, 0x0A] + [UInt8](repeating: 0, count: 3) + [0x0A])
    try await see(["a\0\u{FFFD}b", "é", "\0\0\0"])
    #expect(events.entries.compactMap(\.value?.replacementCount) == [1, 0, 0])
    withExtendedLifetime(start) {}
  }

  @Test func areCutWhenTheyAreTooLong() async throws {
    try folder.write("log", "123456789\n1234\n12345")
    let start = follow(longest: 4)
    try await see(["1234", "5678", "9", "1234", "1234"])
    try folder.append("log", "\n")
    try await see(["1234", "5678", "9", "1234", "1234", "5"])
    #expect(events.entries.compactMap(\.value?.isCut) == [true, true, false, false, true, false])
    withExtendedLifetime(start) {}
  }

  @Test("A line that never ends takes no more memory than the limit")
  func areCutInPieces() async throws {
    try folder.write("log", [UInt8](repeating: 0x61, count: 10_000_001))
    let start = follow(longest: 1_000_000)
    #expect(try await eventually { texts.count == 10 || events.entries.last?.isTerminating == true })
    #expect(texts.allSatisfy { $0.utf8.count == 1_000_000 })
    withExtendedLifetime(start) {}
  }

  // MARK: Failures

  @Test func failWhereThereIsNoFile() async throws {
    try folder.write("file", "")
    #expect(mkfifo(path("pipe").text, 0o600) == 0)
    let failures: [(FilePath, FileError.Operation, FileError.Cause)] = [
      (FilePath(folder.url.path), .read, .system(code: EISDIR)),
      (path("pipe"), .open, .special),
      (FilePath("/dev/null"), .open, .special),
      (path("file/log"), .open, .system(code: ENOTDIR)),
      (FilePath("a\0b"), .open, .nul),
    ]
    for (path, operation, cause) in failures {
      SignalProducer.lines(following: path).start(events.add)
      // At once.
      #expect(events.entries.last == .failed(FileError(path, operation, cause)))
    }
    #expect(events.entries.count == failures.count)
  }

  @Test func failWhenSomethingElseTakesThePlace() async throws {
    try folder.write("log", "one\ntw")
    let start = follow()
    try await see(["one"])
    try folder.remove("log")
    try folder.makeFolder("log")
    let last = Event<TextLine, FileError>.failed(FileError(path("log"), .read, .system(code: EISDIR)))
    #expect(try await eventually { events.entries.last == last })
    #expect(texts == ["one", "tw"])
    withExtendedLifetime(start) {}
  }

  @Test func failIfTheyMayNotBeRead() async throws {
    // The superuser may read everything.
    if geteuid() == 0 { return }
    try folder.write("log", "one\n")
    chmod(path("log").text, 0)
    SignalProducer.lines(following: path("log")).start(events.add)
    #expect(events.entries == [.failed(FileError(path("log"), .open, .system(code: EACCES)))])
  }

  @Test("X1: a line without room for a character stops") func needRoomForACharacter() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      SignalProducer.lines(following: FilePath("a"), longest: 3).startWithFailed { _ in }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      message.contains("lines(following:from:longest:overlap:): a line must have room for 4 bytes, got 3"))
  }

  // MARK: Pauses and disposal

  @Test("B2: a paused start reads no further") func waitDuringAPause() async throws {
    try folder.write("log", "one and more\n")
    let looks = Notes<FilePath>()
    let start = lookEachSecond(path("log"), looks).start(events.add)
    defer { start.dispose() }
    try await see(["one and more"])
    start.pause()
    try folder.append("log", "never read\n")
    try await waitForALook(looks)
    #expect(truncate(path("log").text, 0) == 0)
    try folder.append("log", "two\n")
    start.resume()
    try await see(["one and more", "two"])
    start.pause()
    start.resume()
    try folder.append("log", "three\n")
    try await see(["one and more", "two", "three"])
  }

  @Test("B2: a pause inside a line stops the lines of the piece") func pauseInsideALine() async throws {
    try folder.write("log", (1...1000).map { "\($0)\n" }.joined())
    let (starts, looks) = (Notes<any Disposable>(), Notes<FilePath>())
    lookEachSecond(path("log"), looks).startWithSignal { signal, start in
      starts.add(start)
      signal.observe { [events] event in
        events.add(event)
        if events.entries.count == 3 { start.pause() }
      }
    }
    defer { starts.entries[0].dispose() }
    try await see(["1", "2", "3"])
    try await waitForALook(looks)
    #expect(texts.count == 3)
    starts.entries[0].resume()
    try await see((1...1000).map { "\($0)" })
  }

  @Test("B2: the thread that resumes delivers nothing") func resumesOnItsQueue() async throws {
    try folder.write("log", (1...1000).map { "\($0)\n" }.joined())
    let thread = Notes<Bool>()
    let resuming = Guarded<UInt?>(nil)
    let start = SignalProducer.lines(following: path("log"), from: .beginning).start { [events] event in
      events.add(event)
      thread.add(resuming.withLock { $0 } == currentThread())
    }
    defer { start.dispose() }
    for _ in 0..<100 {
      start.pause()
      resuming.withLock { $0 = currentThread() }
      start.resume()
      resuming.withLock { $0 = nil }
    }
    try await see((1...1000).map { "\($0)" })
    #expect(!thread.entries.contains(true))
  }

  @Test("D2: nothing comes after the disposal") func endWhenTheyAreDisposedOf() async throws {
    try folder.write("log", "one\ntwo\nthree\n")
    let isOver = Notes<Bool>()
    let start = SignalProducer.lines(following: path("log"), from: .beginning).prefix(2)
      .on(disposed: { isOver.add(true) }).start(events.add)
    defer { start.dispose() }
    #expect(try await eventually { isOver.entries == [true] })
    try folder.append("log", "four\n")
    // Another one that follows the file comes to the new line.
    let others = Notes<Event<TextLine, FileError>>()
    let other = SignalProducer.lines(following: path("log"), from: .beginning).start(others.add)
    defer { other.dispose() }
    #expect(try await eventually { others.entries.count == 4 })
    #expect(events.entries == [.next(TextLine("one")), .next(TextLine("two")), .completed])
  }
}

private func currentThread() -> UInt { UInt(bitPattern: ObjectIdentifier(Thread.current).hashValue) }
