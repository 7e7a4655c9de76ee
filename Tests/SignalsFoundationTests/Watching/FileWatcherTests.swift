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

  // MARK: Links

  /// Writes to a file until one more change is noticed.
  private func changes(_ watch: Watch, _ name: String, are expected: String) async throws {
    let before = watch.seen.count { $0 == expected }
    var text = "."
    let isSeen = try await eventually {
      if watch.seen.count(where: { $0 == expected }) > before { return true }
      text += "."
      try watch.folder.write(name, text)
      return false
    }
    try #require(isSeen, "saw \(watch.seen)")
  }

  private func stays(_ watch: Watch) -> Bool {
    !watch.seen.contains { $0.hasPrefix("removed") || $0 == "completed" }
  }

  @Test(arguments: Way.allCases)
  func followsALinkToAFile(way: Way) async throws {
    let folder = try TemporaryFolder()
    for version in ["1", "2", "3"] { try folder.write("\(version)/config", version) }
    try folder.makeFolder("etc")
    try folder.link("link", to: "\(folder.url.path)/1")
    try folder.link("etc/config", to: "../link/config")
    let watch = try Watch(way, in: folder, below: "etc/config")
    try await changes(watch, "1/config", are: "changed etc/config")
    try folder.point("etc/config", to: "../2/config")
    try await watch.sees("changed etc/config", times: 2)
    try await changes(watch, "2/config", are: "changed etc/config")
    try folder.remove("1")
    let count = watch.seen.count
    try folder.point("etc/config", to: "\(folder.url.path)/3/config")
    #expect(try await eventually { watch.seen.count > count })
    try await changes(watch, "3/config", are: "changed etc/config")
    #expect(stays(watch), "\(watch.seen)")
  }

  /// As Kubernetes changes the files of a volume.
  @Test(arguments: Way.allCases)
  func followsALinkToTheFolderOfAFile(way: Way) async throws {
    let folder = try TemporaryFolder()
    for version in ["1", "2"] { try folder.write("..\(version)/config", version) }
    try folder.link("..data", to: "..1")
    try folder.link("config", to: "..data/config")
    let watch = try Watch(way, in: folder, below: "config")
    try folder.point("..data", to: "..2")
    try folder.remove("..1")
    try await watch.sees("changed config")
    try await changes(watch, "..2/config", are: "changed config")
    #expect(stays(watch), "\(watch.seen)")
  }

  @Test(arguments: Way.allCases)
  func followsALinkToAFolder(way: Way) async throws {
    let folder = try TemporaryFolder()
    try folder.write("1/a", "1")
    try folder.write("2/inner/a", "2")
    try folder.link("current", to: "1")
    let watch = try Watch(way, in: folder, below: "current")
    try folder.write("1/b", "1")
    try await watch.sees("created current/b")
    try folder.point("current", to: "2")
    try await watch.sees("overflow")
    try folder.remove("1")
    try folder.write("2/inner/c", "1")
    try await watch.sees("created current/inner/c")
    #expect(!watch.seen.contains("completed"), "\(watch.seen)")
    try folder.remove("current")
    try await watch.sees("removed current/", "completed")
  }

  /// Some programs remove a link and make it anew, in two steps.
  @Test(arguments: Way.allCases)
  func waitsForALinkThatIsMadeAnew(way: Way) async throws {
    var count = 0
    // A busy machine may take longer between the steps than a watcher waits: then another one is tried.
    while count < 10 {
      let folder = try TemporaryFolder()
      for version in ["0", "1"] { try folder.makeFolder(version) }
      try folder.link("current", to: "0")
      let watch = try Watch(way, in: folder, below: "current")
      for round in 1...10 {
        let begin = ContinuousClock.now
        try folder.remove("current")
        // Longer than a look of the one that polls.
        usleep(20_000)
        try folder.link("current", to: "\(round % 2)")
        if ContinuousClock.now - begin > .milliseconds(60) { break }
        try await watch.sees("overflow", times: round)
        count += 1
      }
      #expect(count < 10 || stays(watch), "\(watch.seen)")
    }
  }

  /// Threads that start and dispose while links lead somewhere else, or nowhere, at any moment.
  @Test(arguments: Way.allCases)
  func mayStartAndEndWhileLinksChange(way: Way) async throws {
    let folder = try TemporaryFolder()
    for version in ["0", "1"] { try folder.write("\(version)/inner/a", "") }
    try folder.link("current", to: "0")
    try folder.link("file", to: "current/inner/a")
    let root = folder.url.path
    let isOver = Flag()
    let alive = Guarded(0)
    let (changing, watching) = (DispatchGroup(), DispatchGroup())
    DispatchQueue.global().async(group: changing) {
      var number = 0
      while !isOver.isSet {
        number += 1
        let new = "\(root)/new"
        symlink("\(number % 2)", new)
        if number % 7 == 0 { unlink("\(root)/current") }
        rename(new, "\(root)/current")
        usleep(50)
      }
    }
    for thread in 0..<8 {
      DispatchQueue.global().async(group: watching) {
        for round in 0..<max(4, rounds(40)) {
          let path = FilePath("\(root)/\(["current", "file", "current/inner"][(thread + round) % 3])")
          alive.withLock { $0 += 1 }
          // A start while the link is missing fails, and a folder may be gone for good.
          let start = way.watcher.events(below: path)
            .on(disposed: { alive.withLock { $0 -= 1 } })
            .start { _ in }
          usleep(UInt32(round * 37 % 3000))
          start.dispose()
        }
      }
    }
    let hasEnded = try await eventually { watching.wait(timeout: .now()) == .success }
    _ = isOver.set()
    try #require(hasEnded)
    #expect(try await eventually { changing.wait(timeout: .now()) == .success })
    #expect(try await eventually { alive.withLock { $0 } == 0 }, "\(alive.withLock { $0 }) starts are left")
    // And what they watched is still seen.
    let watch = try Watch(way, in: folder, below: "file")
    try await changes(watch, "file", are: "changed file")
  }

  @Test(arguments: Way.allCases)
  func followsAFolderInALinkedOne(way: Way) async throws {
    let folder = try TemporaryFolder()
    for version in ["1", "2"] { try folder.makeFolder("\(version)/inner") }
    try folder.link("current", to: "1")
    let watch = try Watch(way, in: folder, below: "current/inner")
    try folder.point("current", to: "2")
    try await watch.sees("overflow")
    try folder.write("2/inner/a", "1")
    try await watch.sees("created current/inner/a")
    try folder.rename("2/inner", to: "2/other")
    try await watch.sees("removed current/inner/", "completed")
  }

  @Test(arguments: Way.allCases)
  func saysThatALinkLeadsNowhere(way: Way) async throws {
    let folder = try TemporaryFolder()
    try folder.write("1/a", "1")
    try folder.link("a", to: "1/a")
    let watch = try Watch(way, in: folder, below: "a")
    try folder.remove("1")
    try await watch.sees("removed a")
    try folder.write("1/a", "1")
    try await watch.sees("created a")
    try folder.remove("a")
    try await watch.sees("removed a", times: 2)
    try folder.write("2/a", "1")
    try folder.link("a", to: "2/a")
    try await watch.sees("created a", times: 2)
    try await changes(watch, "2/a", are: "changed a")
    #expect(!watch.seen.contains("completed"))
  }

  @Test(arguments: Way.allCases)
  func followsALinkThatReplacesAFile(way: Way) async throws {
    let folder = try TemporaryFolder()
    try folder.write("a", "1")
    try folder.write("inner/b", "22")
    let watch = try Watch(way, in: folder, below: "a")
    try folder.point("a", to: "inner/b")
    try await watch.sees("changed a")
    try await changes(watch, "inner/b", are: "changed a")
    let count = watch.seen.count
    try folder.place("a", "no link")
    #expect(try await eventually { watch.seen.count > count })
    try await changes(watch, "a", are: "changed a")
  }

  @Test(arguments: Way.allCases)
  func failsWhereLinksLeadInACircle(way: Way) async throws {
    let folder = try TemporaryFolder()
    try folder.link("a", to: "b")
    try folder.link("b", to: "a")
    let path = FilePath("\(folder.url.path)/a")
    let events = Notes<Event<FileEvent, FileError>>()
    way.watcher.events(below: path).start(events.add)
    #expect(events.entries == [.failed(FileError(path, .look, .system(code: ELOOP)))])
    try folder.write("file", "1")
    try folder.point("b", to: "file")
    let watch = try Watch(way, in: folder, below: "a")
    try folder.point("b", to: "a")
    try await watch.sees("removed a")
    try folder.point("b", to: "file")
    try await watch.sees("created a")
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

  @Test func pollingLooksTwiceForALink() throws {
    let folder = try TemporaryFolder()
    for version in ["0", "1"] { try folder.makeFolder(version) }
    try folder.link("current", to: "0")
    let link = FilePath("\(folder.url.path)/current")
    let (time, events) = (TestScheduler(), Notes<Event<FileEvent, FileError>>())
    PollingFileWatcher(every: .seconds(1), on: time).events(below: link).start(events.add)
    try folder.remove("current")
    time.advance(by: .seconds(1))
    try folder.link("current", to: "1")
    time.advance(by: .milliseconds(100))
    #expect(events.entries == [.next(.overflow)])
    try folder.remove("current")
    time.advance(by: .milliseconds(1099))
    #expect(events.entries.count == 1)
    time.advance(by: .milliseconds(1))
    #expect(events.entries.dropFirst() == [.next(.removed(link, isFolder: true)), .completed])
    // A folder that no link leads to is gone with the first look.
    let plain = FilePath("\(folder.url.path)/1")
    PollingFileWatcher(every: .seconds(1), on: time).events(below: plain).start(events.add)
    try folder.remove("1")
    time.advance(by: .seconds(1))
    #expect(events.entries.dropFirst(3) == [.next(.removed(plain, isFolder: true)), .completed])
    let end = time.now
    time.run()
    #expect(time.now == end, "nothing is left to do")
  }

  @Test func pollingLooksNoMoreAfterDisposal() throws {
    let folder = try TemporaryFolder()
    let (time, events) = (TestScheduler(), Notes<Event<FileEvent, FileError>>())
    let start = PollingFileWatcher(every: .seconds(1), on: time)
      .events(below: FilePath(folder.url.path)).start(events.add)
    time.advance(by: .seconds(3))
    start.dispose()
    #expect(events.entries == [.interrupted])
    time.run()
    #expect(time.now == .seconds(3), "nothing is left to do")
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
