import Foundation
import Signals
import SignalsFoundation
import SignalsTesting
import TestSupport
import Testing

/// What all watchers have in common.
@Suite(.mayBlock) struct FileWatcherTests {
  enum Way: String, CaseIterable, Sendable {
    #if os(Linux)
      case kernel
    #endif
    case polling

    var watcher: any FileWatcher {
      switch self {
      #if os(Linux)
        case .kernel: InotifyFileWatcher()
      #endif
      case .polling:
        // Looks take long under ThreadSanitizer, and there would be no time for other tests.
        PollingFileWatcher(every: .milliseconds(isUnderThreadSanitizer ? 200 : 5), on: QueueScheduler())
      }
    }
  }

  @Test(arguments: Way.allCases)
  func hearsOfFiles(way: Way) async throws {
    let watch = try Watch(way)
    try watch.folder.write("a", "1")
    try await watch.sees("created a")
    try await watch.writeUntilSeen("a", "2", "changed a")
    try watch.folder.remove("a")
    try await watch.sees("removed a")
  }

  @Test(arguments: Way.allCases)
  func hearsOfWhatIsInNewFolders(way: Way) async throws {
    let watch = try Watch(way)
    try watch.folder.write("one/two/three/a", "1")
    try await watch.sees("created one/", "created one/two/", "created one/two/three/a")
    try watch.folder.write("one/two/b", "1")
    try await watch.sees("created one/two/b")
  }

  @Test(arguments: Way.allCases)
  func hearsOfWhatIsInOldFolders(way: Way) async throws {
    let folder = try TemporaryFolder()
    try folder.write("one/two/a", "1")
    let watch = try Watch(way, in: folder)
    try watch.folder.write("one/two/b", "1")
    try await watch.sees("created one/two/b")
    #expect(!watch.seen.contains { $0.hasSuffix("two/a") })
  }

  @Test(arguments: Way.allCases)
  func hearsThatFoldersAreRemoved(way: Way) async throws {
    let folder = try TemporaryFolder()
    try folder.write("one/two/a", "1")
    let watch = try Watch(way, in: folder)
    try folder.remove("one")
    try await watch.sees("removed one/two/a", "removed one/two/", "removed one/")
    try folder.write("one/two/a", "1")
    try await watch.sees("created one/two/a")
  }

  @Test(arguments: Way.allCases)
  func looksOnlyIntoFoldersThatItMayEnter(way: Way) async throws {
    let watch = try Watch(way, entering: { $0.name != "secret" })
    try watch.folder.write("secret/a", "1")
    try watch.folder.write("open/a", "1")
    try await watch.sees("created secret/", "created open/a")
    #expect(!watch.seen.contains("created secret/a"))
  }

  @Test(arguments: Way.allCases)
  func completesWhenTheFolderItselfIsGone(way: Way) async throws {
    let folder = try TemporaryFolder()
    try folder.write("inner/a", "1")
    let watch = try Watch(way, in: folder, below: "inner")
    try folder.remove("inner")
    try await watch.sees("removed inner/", "completed")
    #expect(watch.seen.last == "completed")
  }

  @Test(arguments: Way.allCases)
  func watchesASingleFile(way: Way) async throws {
    let folder = try TemporaryFolder()
    try folder.write("a", "1")
    let watch = try Watch(way, in: folder, below: "a")
    try folder.write("b", "1")
    try await watch.writeUntilSeen("a", "2", "changed a")
    try folder.remove("a")
    try await watch.sees("removed a")
    try folder.write("a", "3")
    try await watch.sees("created a")
    #expect(!watch.seen.contains { $0.hasSuffix(" b") })
  }

  @Test(arguments: Way.allCases)
  func failsWhereThereIsNothing(way: Way) throws {
    let events = Notes<Event<FileEvent, FileError>>()
    way.watcher.events(below: FilePath("/gone/for/good")).start(events.add)
    #expect(events.entries == [.failed(FileError(FilePath("/gone/for/good"), .look, .system(code: ENOENT)))])
  }

  @Test(arguments: Way.allCases)
  func saysNothingAfterDisposal(way: Way) async throws {
    let watch = try Watch(way)
    watch.start.dispose()
    try watch.folder.write("a", "1")
    let other = try Watch(way, in: watch.folder)
    try watch.folder.write("b", "1")
    try await other.sees("created b")
    #expect(watch.seen == ["interrupted"])
  }

  @Test(.enabled(if: geteuid() != 0, "nothing is forbidden to the superuser"), arguments: Way.allCases)
  func saysWhatItCannotWatch(way: Way) async throws {
    let folder = try TemporaryFolder()
    try folder.write("closed/a", "1")
    let closed = folder.url.appendingPathComponent("closed").path
    #expect(chmod(closed, 0) == 0)
    defer { chmod(closed, 0o700) }
    let watch = try Watch(way, in: folder)
    #expect(try await eventually { watch.seen.contains { $0.hasPrefix("unwatched: cannot ") } })
    try folder.write("b", "1")
    try await watch.sees("created b")
  }

  @Test func pollingRestsBetweenLooks() async throws {
    let folder = try TemporaryFolder()
    try folder.write("slow/a", "1")
    let looks = Notes<ContinuousClock.Instant>()
    let start = PollingFileWatcher(every: .milliseconds(20), on: QueueScheduler())
      .events(below: FilePath(folder.url.path)) { _ in
        looks.add(.now)
        usleep(30_000)
        return true
      }
      .startWithFailed { _ in }
    defer { start.dispose() }
    #expect(try await eventually { looks.entries.count > 3 })
    for (look, next) in zip(looks.entries, looks.entries.dropFirst()) {
      #expect(next - look >= .milliseconds(50))
    }
  }

  @Test(arguments: Duration.farTooLong) func mayNeverLookAgain(_ interval: Duration) throws {
    let folder = try TemporaryFolder()
    let time = TestScheduler()
    let start = PollingFileWatcher(every: interval, on: time).events(below: FilePath(folder.url.path))
      .startWithFailed { _ in }
    time.run()
    #expect(time.now == .zero)
    start.dispose()
  }

  @Test func pollsAtIntervals() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = PollingFileWatcher(every: .zero, on: QueueScheduler())
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("PollingFileWatcher(every:on:): the interval must be greater than zero"))
  }
}
