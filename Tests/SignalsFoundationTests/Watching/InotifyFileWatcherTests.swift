#if os(Linux)
  import Foundation
  import Signals
  import TestSupport
  import Testing
  import SignalsFoundation

  @Suite(.mayBlock) struct InotifyFileWatcherTests {
    @Test func tellsARenameFromARemoval() async throws {
      let folder = try TemporaryFolder()
      let elsewhere = try TemporaryFolder()
      try folder.write("a", "1")
      try folder.write("one/b", "1")
      try elsewhere.write("c", "1")
      let watch = try Watch(.kernel, in: folder)
      try folder.rename("a", to: "one/a")
      try await watch.sees("renamed a to one/a")
      try FileManager.default.moveItem(
        at: folder.url.appendingPathComponent("one/a"), to: elsewhere.url.appendingPathComponent("a"))
      try await watch.sees("removed one/a")
      try FileManager.default.moveItem(
        at: elsewhere.url.appendingPathComponent("c"), to: folder.url.appendingPathComponent("c"))
      try await watch.sees("created c")
    }

    /// More than the system allows a user watchers, which are 128 as a rule.
    @Test func watchesManyFilesWithOneWatcherForEachFolder() async throws {
      let folder = try TemporaryFolder()
      let files = (1...300).map { "files/\($0)" } + (1...300).map { "others/\($0)" }
      for file in files + ["files/unknown"] { try folder.write(file, "1") }
      let root = folder.url.path
      let events = Notes<Event<FileEvent, FileError>>()
      let start = SignalProducer.fileEvents(of: files.map { FilePath("\(root)/\($0)") }).start(events.add)
      defer { start.dispose() }

      try folder.write("files/unknown", "2")
      for file in files { try folder.write(file, "2") }
      let isChanged = try await eventually { Set(events.entries).count == files.count }
      try #require(isChanged, "\(events.entries)")
      #expect(Set(events.entries) == Set(files.map { .next(.changed(FilePath("\(root)/\($0)"))) }))

      try folder.remove("files")
      #expect(!events.entries.contains(.completed))
      try folder.remove("others")
      try #require(try await eventually { events.entries.last == .completed })
      let removed = events.entries.filter { if case .next(.removed) = $0 { true } else { false } }
      #expect(removed.count == files.count)
      #expect(Set(removed).count == files.count)
    }

    @Test func namesAFileAsItWasNamed() async throws {
      let folder = try TemporaryFolder()
      try folder.write("a", "1")
      let root = folder.url.path
      try FileManager.default.createSymbolicLink(
        atPath: "\(root)/link", withDestinationPath: "\(root)/a")
      let events = Notes<Event<FileEvent, FileError>>()
      let names = [FilePath("\(root)/a"), FilePath("\(root)/link"), FilePath("\(root)/a")]
      let start = SignalProducer.fileEvents(of: names).start(events.add)
      defer { start.dispose() }
      try folder.remove("a")
      try folder.write("a", "2")
      try #require(try await eventually { events.entries.contains(.next(.changed(names[1]))) })
      #expect(
        events.entries.prefix(4) == [
          .next(.removed(names[0], isFolder: false)), .next(.removed(names[1], isFolder: false)),
          .next(.created(names[0], isFolder: false)), .next(.created(names[1], isFolder: false)),
        ])
    }

    @Test func failsWhereOneOfSeveralFilesIsNotThere() throws {
      let folder = try TemporaryFolder()
      try folder.write("a", "1")
      let missing = FilePath("\(folder.url.path)/b")
      let events = Notes<Event<FileEvent, FileError>>()
      SignalProducer.fileEvents(of: [FilePath("\(folder.url.path)/a"), missing]).start(events.add)
      #expect(events.entries == [.failed(FileError(missing, .look, .system(code: ENOENT)))])
      let none = Notes<Event<FileEvent, FileError>>()
      SignalProducer.fileEvents(of: []).start(none.add)
      #expect(none.entries == [.completed])
    }

    @Test func entersNoFoldersAfterItWasDisposedOf() throws {
      let folder = try TemporaryFolder()
      for number in 1...9 { try folder.write("\(number)/a", "1") }
      let (ends, end) = Signal<Void, Never>.pipe()
      let entered = Guarded(0)
      SignalProducer.fileEvents(below: FilePath(folder.url.path)) { _ in
        entered.withLock { $0 += 1 }
        end.send(())
        return true
      }
      .prefix(until: ends).startWithFailed { _ in }
      #expect(entered.withLock { $0 } == 1)
    }

    @Test func followsFoldersThatAreRenamed() async throws {
      let folder = try TemporaryFolder()
      try folder.write("one/two/a", "1")
      let watch = try Watch(.kernel, in: folder)
      try folder.rename("one", to: "1")
      try await watch.sees("renamed one to 1/")
      try folder.write("1/two/b", "1")
      try await watch.sees("created 1/two/b")
      try folder.rename("1/two", to: "2")
      try folder.write("2/c", "1")
      try await watch.sees("renamed 1/two to 2/", "created 2/c")
    }

    @Test func removesFoldersThatLeave() async throws {
      let folder = try TemporaryFolder()
      let elsewhere = try TemporaryFolder()
      try folder.write("one/two/a", "1")
      let watch = try Watch(.kernel, in: folder)
      let gone = elsewhere.url.appendingPathComponent("one")
      try FileManager.default.moveItem(at: folder.url.appendingPathComponent("one"), to: gone)
      try await watch.sees("removed one/")
      try elsewhere.write("one/two/b", "1")
      try folder.write("c", "1")
      try await watch.sees("created c")
      #expect(!watch.seen.contains { $0.hasSuffix("b") })
      try FileManager.default.moveItem(at: gone, to: folder.url.appendingPathComponent("back"))
      try await watch.sees("created back/", "created back/two/a", "created back/two/b")
    }

    /// A watcher that is held up while `change` changes files, and hears of all of it late.
    private func watch(
      in folder: TemporaryFolder, heldUpDuring change: () throws -> Void
    ) async throws -> Watch {
      let goesOn = DispatchSemaphore(value: 0)
      let isFirst = Flag()
      let watch = try Watch(.kernel, in: folder, alsoDoing: { if isFirst.set() { goesOn.wait() } })
      defer { goesOn.signal() }
      try folder.write("first", "")
      try await watch.sees("created first")
      try change()
      return watch
    }

    @Test func watchesWhatIsMadeAnewAfterItHasLeft() async throws {
      let (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
      try folder.write("log", "1")
      try folder.write("one/a", "1")
      let watch = try await watch(in: folder) {
        for name in ["log", "one"] {
          let gone = elsewhere.url.appendingPathComponent(name)
          try FileManager.default.moveItem(at: folder.url.appendingPathComponent(name), to: gone)
        }
        try folder.write("log", "")
        try folder.makeFolder("one")
      }
      try await watch.sees("removed log", "created log", "removed one/", "created one/")
      try folder.write("one/b", "1")
      try await watch.sees("created one/b")
      // The second half of a rename is waited for: for that of a later one after those of all before.
      let gone = elsewhere.url.appendingPathComponent("gone")
      try FileManager.default.moveItem(at: folder.url.appendingPathComponent("one/b"), to: gone)
      try await watch.sees("removed one/b")
      #expect(watch.seen.filter { $0.hasSuffix("d log") } == ["removed log", "created log"])
      #expect(watch.seen.filter { $0.hasSuffix("one/") } == ["removed one/", "created one/"])
    }

    @Test func watchesAFolderThatReplacesAnother() async throws {
      let (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
      try folder.makeFolder("one")
      try elsewhere.write("one/a", "1")
      let watch = try Watch(.kernel, in: folder)
      #expect(rename("\(elsewhere.url.path)/one", "\(folder.url.path)/one") == 0)
      try await watch.sees("created one/", "created one/a")
      try folder.write("one/b", "1")
      try await watch.sees("created one/b")
    }

    @Test func watchesFoldersThatAreRenamedQuickly() async throws {
      let folder = try TemporaryFolder()
      let watch = try await watch(in: folder) {
        for name in ["one", "two", "three"] {
          try folder.makeFolder("new")
          if name != "three" { try folder.rename("new", to: name) }
        }
      }
      try await watch.sees("overflow")
      for name in ["one", "two", "new"] { try folder.write("\(name)/a", "1") }
      try await watch.sees("created one/a", "created two/a", "created new/a")
    }

    @Test func watchesFoldersInAFolderThatIsRenamedMeanwhile() async throws {
      let folder = try TemporaryFolder()
      let root = folder.url.path
      // The inner folder is known, and not watched yet.
      let watch = try Watch(
        .kernel, in: folder,
        entering: { path in
          if path.name == "inner" { rename("\(root)/new", "\(root)/one") }
          return true
        })
      try folder.makeFolder("new/inner")
      try await watch.sees("overflow")
      try folder.write("one/inner/a", "1")
      try await watch.sees("created one/inner/a")
    }

    @Test func saysThatAFileIsGoneWithItsFolder() async throws {
      let folder = try TemporaryFolder()
      try folder.write("moved/a", "1")
      try folder.write("deleted/a", "1")
      let moved = try Watch(.kernel, in: folder, below: "moved/a")
      let deleted = try Watch(.kernel, in: folder, below: "deleted/a")
      try folder.rename("moved", to: "away")
      try await moved.sees("removed moved/a", "completed")
      try folder.remove("deleted")
      try await deleted.sees("removed deleted/a", "completed")
      #expect(deleted.seen.count { $0.hasPrefix("removed") } == 1)
    }

    @Test func followsOneLinkForManyFiles() async throws {
      let folder = try TemporaryFolder()
      let names = (1...100).map { "file\($0)" }
      for version in ["1", "2"] { for name in names { try folder.write("..\(version)/\(name)", version) } }
      try folder.link("..data", to: "..1")
      for name in names { try folder.link(name, to: "..data/\(name)") }
      let root = folder.url.path
      let events = Notes<Event<FileEvent, FileError>>()
      let start = SignalProducer.fileEvents(of: names.map { FilePath("\(root)/\($0)") }).start(events.add)
      defer { start.dispose() }
      try folder.point("..data", to: "..2")
      try folder.remove("..1")
      let changed = Set(names.map { Event<FileEvent, FileError>.next(.changed(FilePath("\(root)/\($0)"))) })
      #expect(try await eventually { changed.isSubset(of: events.entries) }, "\(events.entries)")
      #expect(Set(events.entries) == changed)
      try folder.remove("..2/file7")
      let removed = Event<FileEvent, FileError>.next(.removed(FilePath("\(root)/file7"), isFolder: false))
      #expect(try await eventually { events.entries.last == removed }, "\(events.entries.suffix(3))")
    }

    @Test func endsWithTheFolderOfALink() async throws {
      let folder = try TemporaryFolder()
      try folder.write("file", "1")
      try folder.makeFolder("etc")
      try folder.link("etc/a", to: "../file")
      let watch = try Watch(.kernel, in: folder, below: "etc/a")
      try folder.remove("etc")
      try await watch.sees("removed etc/a", "completed")
    }

    /// Also when it is not replaced in one step.
    @Test func waitsForALinkThatIsMadeAnew() async throws {
      let folder = try TemporaryFolder()
      for name in ["1", "2"] { try folder.makeFolder(name) }
      try folder.link("current", to: "1")
      let watch = try Watch(.kernel, in: folder, below: "current")
      try folder.remove("current")
      try folder.link("current", to: "2")
      // Where the machine is so slow that it is gone for longer, that is an end.
      #expect(try await eventually { watch.seen.contains("overflow") || watch.seen.contains("completed") })
      if watch.seen.contains("completed") { return }
      try folder.write("2/a", "1")
      try await watch.sees("created current/a")
    }

    @Test func opensNoMoreWatchersThanItNeeds() async throws {
      let folder = try TemporaryFolder()
      for number in 0..<300 { try folder.write("\(number)/config", "\(number)") }
      try folder.link("config", to: "0/config")
      let watch = try Watch(.kernel, in: folder, below: "config")
      // The kernel allows 128 of them at once.
      for number in 1..<300 {
        try folder.point("config", to: "\(number)/config")
        try await watch.sees("changed config", times: number)
      }
    }

    @Test("B2: no event comes during a pause, and none is lost") func waitsDuringAPause() async throws {
      let folder = try TemporaryFolder()
      let (goesOn, events) = (DispatchSemaphore(value: 0), Notes<FileEvent>())
      let starts = Notes<any Disposable>()
      SignalProducer.fileEvents(below: FilePath(folder.url.path)).startWithSignal { signal, start in
        starts.add(start)
        signal.observe { event in
          guard let event = event.value else { return }
          events.add(event)
          switch events.entries.count {
          case 1: goesOn.wait()
          case 2: start.pause()
          default: break
          }
        }
      }
      defer { starts.entries.forEach { $0.dispose() } }
      try folder.makeFolder("first")
      let isHeldUp = try await eventually { events.entries.count == 1 }
      for number in 1..<300 { try folder.makeFolder("\(number)") }
      goesOn.signal()
      #expect(isHeldUp)
      #expect(try await eventually { events.entries.count >= 2 })
      // Another start hears of what has happened later.
      let other = try Watch(.kernel, in: folder)
      try folder.makeFolder("last")
      try await other.sees("created last/")
      #expect(events.entries.count == 2)
      starts.entries.forEach { $0.resume() }
      #expect(try await eventually { events.entries.count == 301 })
    }

    @Test func reportsWhatIsInANewFolderOnce() async throws {
      let watch = try Watch(.kernel)
      let names = (0..<200).map { "f\($0 % 10)/g\($0 % 5)/\($0)" }
      for name in names { try watch.folder.write(name, "") }
      #expect(try await eventually { names.allSatisfy { watch.seen.contains("created \($0)") } })
      let created = watch.seen.filter { $0.hasPrefix("created") }
      #expect(created.count == Set(created).count)
    }

    @Test func reportsWhatReplacesAFileOfANewFolder() async throws {
      let watch = try Watch(.kernel)
      try watch.folder.write("new/a", "1")
      try await watch.sees("created new/a")
      try watch.folder.place("new/a", "2")
      #expect(try await eventually { watch.seen.count { $0 == "created new/a" } > 1 })
    }

    @Test func saysThatEventsWereLost() async throws {
      let isBlocked = DispatchSemaphore(value: 0)
      let isFirst = Flag()
      let watch = try Watch(.kernel, alsoDoing: { if isFirst.set() { isBlocked.wait() } })
      try watch.folder.write("first", "")
      try await watch.sees("created first")
      // More events than the kernel keeps, while the watcher reads none.
      let limit = try #require(
        Int(
          String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)))
      let root = watch.folder.url.path
      for number in 0...(limit / 2) {
        close(open("\(root)/\(number % 2000)", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
        unlink("\(root)/\(number % 2000)")
      }
      try watch.folder.makeFolder("late/later")
      isBlocked.signal()
      try await watch.sees("overflow")
      try watch.folder.write("late/later/a", "1")
      try await watch.sees("created late/later/a")
    }

    /// Queues of the kernel that no start uses are few, and the next starts get them: closing one takes long.
    @Test func keepsFewQueuesForLaterStarts() async {
      await #expect(processExitsWith: .success) {
        func queues() throws -> Set<String> {
          let descriptors = "/proc/self/fd"
          return Set(
            try FileManager.default.contentsOfDirectory(atPath: descriptors).filter { name in
              let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\(name)")
              return file == "anon_inode:inotify"
            })
        }
        let folder = try TemporaryFolder()
        let first = try Watch(.kernel, in: folder)
        let own = try queues()
        first.start.dispose()
        try #require(own.count == 1)
        let next = try Watch(.kernel, in: folder)
        #expect(try queues() == own)
        let others = try (0..<20).map { _ in try Watch(.kernel, in: folder) }
        for watch in others + [next] { watch.start.dispose() }
        #expect(try await eventually { try queues().count <= 4 })
        // Too many folders to be taken away one by one.
        for number in 0..<300 { try folder.makeFolder("\(number)") }
        let before = try queues()
        try Watch(.kernel, in: folder).start.dispose()
        #expect(try await eventually { try queues().count < before.count })
      }
    }

    /// What a start has not read is nothing that the next one hears of.
    @Test func emptiesAQueueForTheNextStart() async {
      await #expect(processExitsWith: .success) {
        let goesOn = DispatchSemaphore(value: 0)
        let isFirst = Flag()
        let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
        let watch = try Watch(.kernel, in: folder, alsoDoing: { if isFirst.set() { goesOn.wait() } })
        try folder.write("first", "")
        try await watch.sees("created first")
        // More than the kernel keeps.
        for number in 0...20_000 {
          close(open("\(folder.url.path)/\(number % 100)", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
          unlink("\(folder.url.path)/\(number % 100)")
        }
        watch.start.dispose()
        goesOn.signal()
        try await untilDescriptorsAreLookedAt()
        // The queue is given back when the observer has returned.
        for round in 1...100 {
          let next = try Watch(.kernel, in: other)
          try other.write("\(round)", "1")
          try await next.sees("created \(round)")
          #expect(!next.seen.contains("overflow") && !next.seen.contains { $0.contains("first") })
        }
      }
    }

    @Test func leavesNoDescriptorOpen() async throws {
      for _ in 0..<200 {
        let watch = try Watch(.kernel)
        watch.start.dispose()
      }
      // The kernel allows 128 of them at once.
      let watch = try Watch(.kernel)
      try watch.folder.write("a", "1")
      try await watch.sees("created a")
    }
  }
#endif
