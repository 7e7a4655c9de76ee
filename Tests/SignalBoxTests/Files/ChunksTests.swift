import Foundation
import Signals
import SignalsFoundation
import TestSupport
import Testing

@testable import SignalBox

@Suite struct ChunksTests {
  private func events(of file: URL, size: Int = 4) -> [Event<[UInt8], FileError>] {
    let events = Journal<Event<[UInt8], FileError>>()
    SignalProducer.chunks(of: FilePath(file.path), size: size).start(events.note)
    return events.entries
  }

  @Test func sendsPiecesThenAnEmptyOne() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a", "abcdef")
    #expect(events(of: file) == [.next(Array("abcd".utf8)), .next(Array("ef".utf8)), .next([]), .completed])
    #expect(events(of: try folder.write("b", "")) == [.next([]), .completed])
  }

  @Test func failsForWhatIsNoText() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a", [1, 0])
    #expect(events(of: file) == [.next([]), .failed(FileError(FilePath(file.path), .read, .binary))])
  }

  @Test func failsForWhatIsGone() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("gone")
    #expect(
      events(of: file) == [.next([]), .failed(FileError(FilePath(file.path), .open, .system(code: ENOENT)))])
  }

  @Test func failsForAFolder() throws {
    let folder = try TemporaryFolder()
    #expect(
      events(of: folder.url)
        == [.next([]), .failed(FileError(FilePath(folder.url.path), .read, .system(code: EISDIR)))])
  }

  @Test func stopsReadingWhenItIsDisposedOf() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a", String(repeating: "a", count: 1000))
    let pieces = Counter()
    SignalProducer.chunks(of: FilePath(file.path), size: 1).on(next: { _ in pieces.next() }).prefix(2)
      .startWithFailed { _ in }
    #expect(pieces.count == 2)
  }

  @Test func countsTheLineThatAFailureInterrupts() {
    let broken = SignalProducer<[UInt8], FileError> { observer, _ in
      observer.send(Array("one\ntw".utf8))
      observer.send([])
      observer.fail(FileError(FilePath("a"), .read, .system(code: EIO)))
    }
    let events = Journal<Event<Int, FileError>>()
    broken.lines().map(\.byteCount).start(events.note)
    #expect(
      events.entries == [.next(4), .next(2), .failed(FileError(FilePath("a"), .read, .system(code: EIO)))])
  }
}
