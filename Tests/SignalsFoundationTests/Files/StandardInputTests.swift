import Foundation
import Signals
import SignalsFoundation
import TestSupport
import Testing

/// Standard input: a pipe that stands for it, and that of a program.
@Suite(.mayBlock) struct StandardInputTests {
  private let events = Notes<Event<TextLine, FileError>>()

  private func lines(of pipe: OneWay) -> SignalProducer<TextLine, FileError> {
    SignalProducer.bytes(arrivingAt: pipe.reading, name: "a pipe").textLines()
  }

  private var texts: [String] { events.entries.compactMap(\.value?.text) }

  @Test func tellsLinesAsTheyArrive() async throws {
    let pipe = try OneWay()
    let start = lines(of: pipe).start(events.add)
    defer { start.dispose() }
    #expect(events.entries.isEmpty)
    pipe.write("one\ntw")
    #expect(try await eventually { texts == ["one"] })
    pipe.write("o\nthree")
    #expect(try await eventually { texts == ["one", "two"] })
    #expect(events.entries.count == 2)
    pipe.close()
    #expect(try await eventually { texts == ["one", "two", "three"] })
    #expect(try await eventually { events.entries.last == .completed })
  }

  @Test func stopsReadingWhenItIsDisposedOf() async throws {
    let pipe = try OneWay()
    let start = lines(of: pipe).start(events.add)
    pipe.write("one\n")
    try #require(await eventually { texts == ["one"] })
    start.dispose()
    #expect(events.entries.last == .interrupted)
    // What comes later is there for others: all of it, many times in a row.
    let others = Notes<Event<TextLine, FileError>>()
    let other = lines(of: pipe).start(others.add)
    defer { other.dispose() }
    for number in 1...50 {
      pipe.write("\(number)\n")
      try #require(await eventually { others.entries.last == .next(TextLine("\(number)")) })
    }
    #expect(others.entries.count == 50)
    #expect(texts == ["one"])
  }

  @Test func saysNothingMoreOfAPieceWhenItIsDisposedOf() async throws {
    let pipe = try OneWay()
    let start = lines(of: pipe).prefix(2).start(events.add)
    defer { start.dispose() }
    pipe.write("one\ntwo\nthree\n")
    #expect(try await eventually { events.entries.last == .completed })
    #expect(texts == ["one", "two"])
  }

  @Test func failsWhereThereIsNothingToRead() async throws {
    let folder = try TemporaryFolder()
    let file = open(try folder.write("a", "").path, O_WRONLY | O_CLOEXEC)
    let start = SignalProducer.bytes(arrivingAt: Descriptor(taking: file), name: "a file").textLines()
      .start(events.add)
    defer { start.dispose() }
    let error = FileError(FilePath("a file"), .read, .system(code: EBADF))
    #expect(try await eventually { events.entries == [.failed(error)] })
  }

  @Test func isHeardInAProgram() async throws {
    let folder = try TemporaryFolder()
    let program = try CompiledProgram(
      """
      import Foundation
      import Signals
      import SignalsFoundation

      let isOver = DispatchSemaphore(value: 0)
      SignalProducer.linesOfStandardInput
        .prefix(while: { $0.text != "enough" })
        .map { "\\($0), \\($0.replacementCount)" }
        .start { event in
          print(event)
          fflush(nil)
          if event.isTerminating { isOver.signal() }
        }
      isOver.wait()
      """, using: ["Signals", "SignalsFoundation", "SystemCalls"],
      in: folder.url.appendingPathComponent("program"))

    let input = Guarded<Observer<[UInt8], Never>?>(nil)
    let first = SignalProducer<[UInt8], Never> { observer, _ in
      input.withLock { $0 = observer }
      observer.send(Array("one\ntw".utf8))
    }
    let run = Run(ChildProcess(program.executable.path)) { $0.run(input: first, onExit: $1) }
    try #require(await eventually { run.output == ["next(one, 0)"] })
    #expect(run.gone == [], "its input is still open")
    // It ends because it has read enough, not because nothing more comes.
    input.withLock { $0 }?.send(Array("o\nthree".utf8) + [0xFF] + Array("\nenough\nfour\n".utf8))
    try await run.finish()
    #expect(run.output == ["next(one, 0)", "next(two, 0)", "next(three\u{FFFD}, 1)", "completed"])
    #expect(run.events.suffix(2) == [.next(.ended(.exited(status: 0))), .completed])

    let other = Run(ChildProcess(program.executable.path)) { process, gone in
      process.run(input: SignalProducer(value: Array("one\ntwo".utf8)), onExit: gone)
    }
    try await other.finish()
    #expect(other.output == ["next(one, 0)", "next(two, 0)", "completed"])
  }
}

/// A pipe, of which the test writes one end.
private final class OneWay: Sendable {
  let reading: Descriptor
  private let writing: Guarded<Descriptor?>

  init() throws {
    let pipe = try OpenPipe()
    reading = pipe.reading
    writing = Guarded(pipe.writing)
  }

  /// Few bytes: they fit in at once.
  func write(_ text: String) {
    let bytes = Array(text.utf8)
    let count = writing.withLock { writing in
      writing.map { descriptor in
        bytes.withUnsafeBytes { Foundation.write(descriptor.number, $0.baseAddress, $0.count) }
      }
    }
    #expect(count == bytes.count)
  }

  func close() { writing.withLock { $0 = nil } }
}
