#if NATS
  import Foundation
  import Signals
  import SignalsNATS
  import SignalsTesting
  import TestSupport
  import Testing

  extension RealServers {
    @Suite(.mayBlock) struct KeyValueTests {
      private static let shared = Result { try NATSServer() }

      /// A connection of its own, and a bucket.
      private func open(
        _ name: String, _ server: NATSServer? = nil, _ change: (inout KeyValueBucket) -> Void = { _ in }
      ) async throws -> KeyValueStore {
        let jetStream = try (server ?? Self.shared.get()).connect().jetStream
        var bucket = KeyValueBucket(name)
        change(&bucket)
        try await jetStream.create(bucket).completion()
        return jetStream.keyValue(name)
      }

      private func failure<Value>(
        _ producer: SignalProducer<Value, NATSError>, sourceLocation: SourceLocation = #_sourceLocation
      ) async throws -> NATSError? {
        let events = try await producer.outcome()
        if case .failed(let error)? = events.last { return error }
        Issue.record("no failure: \(events)", sourceLocation: sourceLocation)
        return nil
      }

      private func value<Value>(_ producer: SignalProducer<Value, NATSError>) async throws -> Value {
        try #require(try await producer.completion().first)
      }

      // MARK: One key

      @Test func whatIsPutIsThere() async throws {
        let store = try await open("plain")
        #expect(try await value(store.entry(for: "a")) == nil)
        let before = Int64(Date().timeIntervalSince1970 * 1e9)
        #expect(try await value(store.put([1, 0, 255], for: "a")) == 1)
        #expect(try await value(store.put([], for: "a.b/c=d_e-F.9")) == 2)
        let entry = try #require(try await value(store.entry(for: "a")))
        #expect(entry.key == "a" && entry.bytes == [1, 0, 255] && entry.revision == 1)
        #expect(entry.operation == .put && abs(entry.timestamp - before) < 60_000_000_000)
        #expect(try await value(store.entry(for: "a.b/c=d_e-F.9"))?.bytes == [])
        #expect(try await value(store.put(json: ["x": 1], for: "json")) == 3)
        #expect(try await value(store.entry(for: "json"))?.decoded(as: [String: Int].self) == ["x": 1])
      }

      @Test func deletedKeysHaveNoEntry() async throws {
        let store = try await open("deleted") { $0.history = 5 }
        for text in ["1", "2", "3"] { try await store.put(Array(text.utf8), for: "a").completion() }
        #expect(try await value(store.delete("a")) == 4)
        #expect(try await value(store.entry(for: "a")) == nil)
        let history = try await store.history(of: "a").completion()
        #expect(history.map(\.revision) == [1, 2, 3, 4])
        #expect(history.map(\.operation) == [.put, .put, .put, .delete])
        #expect(history.map(\.text) == ["1", "2", "3", ""])
        #expect(try await value(store.entry(for: "a", revision: 2))?.text == "2")
        #expect(try await value(store.entry(for: "a", revision: 4))?.operation == .delete)
        #expect(try await value(store.purge("a")) == 5)
        #expect(try await store.history(of: "a").completion().map(\.operation) == [.purge])
        #expect(try await value(store.entry(for: "a")) == nil)
        #expect(try await value(store.delete("never.set")) == 6)
      }

      @Test func theHistoryHasItsLimit() async throws {
        let store = try await open("history") { $0.history = 64 }
        for number in 0..<70 { try await store.put(Array("\(number)".utf8), for: "a").completion() }
        #expect(try await store.history(of: "a").completion().map(\.text) == (6..<70).map { "\($0)" })
        #expect(try await store.history(of: "b").completion() == [])
        #expect(try await value(store.entry(for: "a", revision: 6)) == nil)
      }

      @Test(arguments: [0, 65, -1, .max])
      func theHistoryIsChecked(history: Int) async throws {
        let address: String = try Self.shared.get().address
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          [history = history as Int, address = address as String] in
          var bucket = KeyValueBucket("a")
          bucket.history = history
          _ = try NATSConnection(NATSOptions(servers: [address])).jetStream.create(bucket)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("the history must be 1 to 64"), "\(text)")
      }

      // MARK: Revisions

      @Test func aChangeReplacesTheRevisionItNames() async throws {
        let store = try await open("revisions")
        #expect(try await value(store.create([1], for: "a")) == 1)
        let exists = try await failure(store.create([2], for: "a"))
        #expect(exists?.cause == .wrongRevision(expected: 0, newest: 1))
        #expect(exists?.bucket == "revisions" && exists?.key == "a")
        #expect(exists?.server == (try Self.shared.get().address))
        #expect(try await value(store.update([2], for: "a", revision: 1)) == 2)
        for revision in [0, 1, 3, .max] as [UInt64] {
          let error = try await failure(store.update([3], for: "a", revision: revision))
          #expect(error?.cause == .wrongRevision(expected: revision, newest: 2))
          let deletion = try await failure(store.delete("a", revision: revision))
          #expect(deletion?.cause == .wrongRevision(expected: revision, newest: 2))
        }
        #expect(try await value(store.entry(for: "a"))?.bytes == [2])
        #expect(try await value(store.delete("a", revision: 2)) == 3)
        // A deleted key can be created, once.
        #expect(try await value(store.create([4], for: "a")) == 4)
        #expect(
          try await failure(store.create([5], for: "a"))?.cause == .wrongRevision(expected: 0, newest: 4))
        #expect(try await value(store.update([1], for: "b", revision: 0)) == 5)
        #expect(try await value(store.entry(for: "a", revision: 0)) == nil)
        #expect(try await value(store.entry(for: "a", revision: .max)) == nil)
        #expect(try await value(store.entry(for: "a", revision: 5)) == nil, "that of another key")
      }

      @Test func noUpdateIsLost() async throws {
        let store = try await open("counter")
        try await store.create(Array("0".utf8), for: "count").completion()
        let conflicts = Guarded(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<8 {
            let own = try Self.shared.get().connect().jetStream.keyValue("counter")
            group.addTask {
              for _ in 0..<25 {
                while true {
                  let entry = try #require(try await own.entry(for: "count").firstValue() ?? nil)
                  let next = Array("\(Int(entry.text)! + 1)".utf8)
                  do throws(NATSError) {
                    _ = try await own.update(next, for: "count", revision: entry.revision).firstValue()
                    break
                  } catch {
                    guard case .wrongRevision = error.cause else { throw error }
                    conflicts.withLock { $0 += 1 }
                  }
                }
              }
            }
          }
          try await group.waitForAll()
        }
        #expect(try await value(store.entry(for: "count"))?.text == "200")
        #expect(try await value(store.entry(for: "count"))?.revision == 201)
        print("figures: 200 increments by 8 tasks: \(conflicts.withLock { $0 }) conflicts")
      }

      @Test func oneOfManyCreates() async throws {
        let store = try await open("creators")
        for round in 0..<5 {
          let winners = Guarded(0)
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
              group.addTask {
                if (try? await store.create([1], for: "lock").firstValue()) ?? nil != nil {
                  winners.withLock { $0 += 1 }
                }
              }
            }
          }
          #expect(winners.withLock { $0 } == 1)
          try await (round.isMultiple(of: 2) ? store.delete("lock") : store.purge("lock")).completion()
        }
      }

      // MARK: Many keys

      @Test func keysMatchPatterns() async throws {
        let store = try await open("patterns")
        for key in ["a", "a.b", "a.c", "a.b.c", "b.b"] { try await store.put([1], for: key).completion() }
        try await store.delete("a.c").completion()
        func keys(_ pattern: String) async throws -> [String] {
          try await store.entries(of: pattern).map(\.key).completion()
        }
        #expect(try await keys(">") == ["a", "a.b", "a.b.c", "b.b"])
        #expect(try await store.entries().map(\.key).completion() == ["a", "a.b", "a.b.c", "b.b"])
        #expect(try await keys("a.*") == ["a.b"])
        #expect(try await keys("*.b") == ["a.b", "b.b"])
        #expect(try await keys("a.>") == ["a.b", "a.b.c"])
        #expect(try await keys("none") == [])
      }

      @Test func manyKeysCome() async throws {
        let store = try await open("many")
        try await withThrowingTaskGroup(of: Void.self) { group in
          for part in 0..<4 {
            group.addTask {
              for number in 0..<500 {
                _ = try await store.put(Array("\(number)".utf8), for: "k.\(part).\(number)").firstValue()
              }
            }
          }
          try await group.waitForAll()
        }
        #expect(try await store.entries().completion().count == 2000)
        let all = try await value(store.property(ofKeys: ">"))
        #expect(all.value.count == 2000)
        let paused = try await store.changes(batch: 10).prefix(2000).delay(
          .milliseconds(10), on: ClockScheduler()
        ).completion()
        #expect(Set(paused.map(\.key)).count == 2000)
        #expect(paused.map(\.revision) == paused.map(\.revision).sorted())
      }

      @Test func changesBeginWhereTheySay() async throws {
        let store = try await open("changes") { $0.history = 5 }
        try await store.put([1], for: "a").completion()
        try await store.put([2], for: "a").completion()
        let (newest, history, now) = (Log<UInt64>(), Log<UInt64>(), Log<String>())
        let starts = CompositeDisposable()
        defer { starts.dispose() }
        starts += store.changes(of: "*").start(Observer(next: { newest.add($0.revision) }))
        starts += store.changes(of: "a", from: .history).start(Observer(next: { history.add($0.revision) }))
        starts += store.changes(from: .now).start(Observer(next: { now.add("\($0.operation) \($0.key)") }))
        try #require(await eventually { newest.count == 1 && history.count == 2 })
        // What is written before the last of them is subscribed may be missed.
        try #require(
          try await eventually {
            try await store.put([3], for: "b").completion()
            return now.count > 0
          })
        for _ in 0..<3 { try await store.delete("a").completion() }
        try await store.purge("a").completion()
        try #require(await eventually { now.entries.last == "purge a" && history.count == 6 })
        #expect(now.entries.suffix(4) == ["delete a", "delete a", "delete a", "purge a"])
        #expect(newest.entries == newest.entries.sorted() && newest.entries.first == 2)
        #expect(history.entries.prefix(2) == [1, 2])
      }

      // MARK: Properties

      @Test func aPropertyFollowsAKey() async throws {
        let (store, other) = (try await open("followed"), try await open("followed"))
        try await other.put(Array("light".utf8), for: "theme").completion()
        let failure = MutableProperty<NATSError?>(nil)
        let theme = try await value(store.property(of: "theme", failure: failure))
        #expect(theme.value?.text == "light", "the first value is there when the property is")
        let missing = try await value(store.property(of: "missing"))
        #expect(missing.value == nil)
        let all = try await value(store.property(ofKeys: ">"))
        let seen = Log<String?>()
        let start = theme.producer.startWithValues { seen.add($0?.text) }
        for text in ["dark", "blue"] {
          try await other.put(Array(text.utf8), for: "theme").completion()
          try #require(await eventually { theme.value?.text == text })
        }
        try await other.put([1], for: "missing").completion()
        try #require(await eventually { missing.value?.bytes == [1] })
        #expect(Set(all.value.keys) == ["theme", "missing"])
        try await other.delete("theme").completion()
        try #require(await eventually { theme.value == nil && all.value.count == 1 })
        try await other.create(Array("red".utf8), for: "theme").completion()
        try #require(await eventually { theme.value?.text == "red" })
        try await other.purge("theme").completion()
        try #require(await eventually { theme.value == nil })
        // The thread that sets the property stores the value before it calls the observers.
        try #require(
          await eventually { seen.entries == ["light", "dark", "blue", nil, "red", nil] }, "\(seen.entries)")
        #expect(failure.value == nil)
        start.dispose()
      }

      @Test func aPropertyFollowsThroughARestart() async throws {
        let server = try NATSServer()
        let (store, other) = (
          try await open("restart", server) { $0.history = 10 },
          try server.connect().jetStream.keyValue("restart")
        )
        try await other.put(Array("0".utf8), for: "a").completion()
        try await other.put(Array("0".utf8), for: "deleted").completion()
        let (a, deleted) = (
          try await value(store.property(of: "a")), try await value(store.property(of: "deleted"))
        )
        let changes = Log<UInt64>()
        let start = store.changes().start(Observer(next: { changes.add($0.revision) }))
        defer { start.dispose() }
        try #require(await eventually { changes.count == 2 })
        for round in 1...3 {
          try server.kill()
          // The value that is known is there while the server is away.
          #expect(a.value?.text == "\(round - 1)")
          try server.start()
          try await other.put(Array("\(round)".utf8), for: "a").completion()
          if round == 2 { try await other.delete("deleted").completion() }
          try #require(await eventually { a.value?.text == "\(round)" }, "\(String(describing: a.value))")
        }
        try #require(await eventually { deleted.value == nil })
        try #require(await eventually { changes.count == 6 }, "\(changes.entries)")
        #expect(changes.entries == [1, 2, 3, 4, 5, 6], "none is missing, and none comes twice")
      }

      @Test func aPropertyFollowsThroughCutsWhileItChanges() async throws {
        let server = try NATSServer()
        let proxy = try CuttingProxy(to: server.port)
        let other = try await open("cut", server)
        let store = try server.connect { $0.servers = ["nats://127.0.0.1:\(proxy.port)"] }.jetStream.keyValue(
          "cut")
        let a = try await value(store.property(of: "a"))
        let changes = Log<UInt64>()
        let start = store.changes(of: "*").start(Observer(next: { changes.add($0.revision) }))
        defer { start.dispose() }
        var last: UInt64 = 0
        for round in 0..<10 {
          for number in 0..<200 { last = try await value(other.put([UInt8(number)], for: "a")) }
          if round < 9 { proxy.cut() }
        }
        try #require(await eventually { a.value?.revision == last && changes.entries.last == last })
        #expect(changes.entries == changes.entries.sorted())
        #expect(Set(changes.entries).count == changes.count, "none comes twice")
      }

      @Test func aPropertyFollowsABucketThatReplacesAnother() async throws {
        let server = try NATSServer()
        let proxy = try CuttingProxy(to: server.port)
        let other = try await open("replaced", server)
        for key in ["a", "b", "c"] { try await other.put([1], for: key).completion() }
        let store = try server.connect { options in
          options.servers = ["nats://127.0.0.1:\(proxy.port)"]
          options.reconnectWait = .milliseconds(500)
        }.jetStream.keyValue("replaced")
        let (all, a) = (
          try await value(store.property(ofKeys: ">")), try await value(store.property(of: "a"))
        )
        #expect(all.value.count == 3 && a.value != nil)
        proxy.cut()
        try await other.jetStream.delete(bucket: "replaced").completion()
        try await other.jetStream.create(KeyValueBucket("replaced")).completion()
        try await other.put([2], for: "d").completion()
        try #require(await eventually { all.value.keys.sorted() == ["d"] && a.value == nil }, "\(all.value)")
        try await other.put([3], for: "a").completion()
        try #require(await eventually { a.value?.bytes == [3] && all.value.count == 2 })
      }

      @Test func aPropertyKeepsItsLastValueAtTheEnd() async throws {
        let server = try NATSServer()
        for isDeleted in [true, false] {
          let store = try await open("ended", server)
          try await store.put([7], for: "a").completion()
          let (failure, ends) = (MutableProperty<NATSError?>(nil), Log<String>())
          let a = try await value(store.property(of: "a", failure: failure))
          let start = a.producer.start(Observer(completed: { ends.add("completed") }))
          if isDeleted {
            try await store.jetStream.delete(bucket: "ended").completion()
          } else {
            store.jetStream.connection.close()
          }
          try #require(await eventually { ends.count == 1 && failure.value != nil })
          #expect(failure.value?.cause == (isDeleted ? .noSuchBucket : .closed))
          #expect(failure.value?.bucket == "ended" && failure.value?.key == "a")
          #expect(a.value?.bytes == [7])
          start.dispose()
        }
      }

      @Test func aConnectionThatIsLostForGoodEndsAProperty() async throws {
        let server = try NATSServer()
        _ = try await open("lost", server)
        let store = try server.connect { $0.reconnectAttempts = 2 }.jetStream.keyValue("lost")
        let failure = MutableProperty<NATSError?>(nil)
        let a = try await value(store.property(of: "a", failure: failure))
        try server.kill()
        try #require(await eventually { failure.value != nil })
        #expect(failure.value?.cause == .connectionLost)
        #expect(a.value == nil)
      }

      /// What the server drops for its age before it is delivered never comes.
      @Test func whatExpiresWhileAWatchBeginsHoldsUpNothing() async throws {
        let store = try await open("expiring") { $0.ageLimit = .milliseconds(300) }
        for round in 0..<20 {
          try await store.put([1], for: "a").completion()
          try await Task.sleep(for: .milliseconds(280 + round * 2))
          _ = try await value(store.property(of: "a"))
        }
        try #require(try await eventually { try await value(store.entry(for: "a")) == nil })
        #expect(try await value(store.property(of: "a")).value == nil)
      }

      @Test("D4: a watch that has ended leaves nothing behind")
      func nothingIsLeft() async throws {
        let store = try await open("leftovers")
        try await store.put([1], for: "a").completion()
        func threads() throws -> Int {
          try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
        }
        func consumers() async throws -> Int? {
          let answer = store.jetStream.connection.request([], of: "$JS.API.STREAM.INFO.KV_leftovers")
          let text = try await value(answer).text
          return text.firstMatch(of: #/"consumer_count":([0-9]+)/#).flatMap { Int($0.1) }
        }
        let before = try threads()
        var kept: Property<KeyValueEntry?>? = try await value(store.property(of: "a"))
        let derived = try #require(kept).map { $0?.bytes }
        for number in 0..<30 {
          _ = try await value(store.property(of: "a"))
          _ = try await value(store.property(ofKeys: ">"))
          store.property(of: "a").start { _ in }.dispose()
          let start = store.changes().start { _ in }
          if number.isMultiple(of: 2) { try await Task.sleep(for: .milliseconds(number)) }
          start.dispose()
          try await store.history(of: "a").completion()
        }
        let isClean = try await eventually {
          try await consumers() == 1 && threads() <= before + 8
        }
        let (left, more) = (try await consumers(), try threads() - before)
        #expect(isClean, "\(left ?? -1) consumers, \(more) more threads")
        // What was computed from the property keeps it.
        kept = nil
        try await store.put([2], for: "a").completion()
        try #require(await eventually { derived.value == [2] })
        withExtendedLifetime(derived) {}
      }

      // MARK: What is refused

      @Test(
        arguments: [
          "", ".", "a.", ".a", "a..b", "a b", "a\r\n", "a*", "*", ">", "a.>", "a.*", "é", "a\u{0}", "$a",
          "a:b",
          String(repeating: "k", count: 1001), String(repeating: "k", count: 10_000),
        ])
      func keysAreChecked(key: String) async throws {
        let store = try await open("keys")
        let failures = [
          try await failure(store.put([1], for: key)), try await failure(store.create([1], for: key)),
          try await failure(store.update([1], for: key, revision: 1)), try await failure(store.delete(key)),
          try await failure(store.delete(key, revision: 1)), try await failure(store.purge(key)),
          try await failure(store.entry(for: key)), try await failure(store.entry(for: key, revision: 0)),
          try await failure(store.entry(for: key, revision: 1)), try await failure(store.history(of: key)),
          try await failure(store.property(of: key)),
        ]
        for error in failures {
          #expect(error?.cause == .invalidKey && error?.bucket == "keys" && error?.key == key)
        }
        #expect(store.jetStream.connection.state.value.isConnected)
      }

      @Test(arguments: [
        "", "a..b", "a.b*", "a.>.b", ">>", "**", " ", "a.", String(repeating: "k.", count: 5000),
      ])
      func patternsAreChecked(pattern: String) async throws {
        let store = try await open("keys")
        #expect(try await failure(store.changes(of: pattern))?.cause == .invalidKey)
        #expect(try await failure(store.entries(of: pattern))?.cause == .invalidKey)
        #expect(try await failure(store.property(ofKeys: pattern))?.cause == .invalidKey)
      }

      @Test func theLongestKeyIsTaken() async throws {
        let store = try await open("longest")
        let key = String(repeating: "k", count: 1000)
        try await store.put([1], for: key).completion()
        #expect(try await value(store.entry(for: key))?.bytes == [1])
        #expect(try await value(store.property(of: key)).value?.bytes == [1])
        #expect(try await store.history(of: key).completion().count == 1)
      }

      @Test(arguments: ["", "a.b", "a b", "a*", ">", "a/b", "é", "a\r\n", String(repeating: "b", count: 253)])
      func namesOfBucketsAreChecked(name: String) async throws {
        let jetStream = try Self.shared.get().connect().jetStream
        let store = jetStream.keyValue(name)
        for error in [
          try await failure(jetStream.create(KeyValueBucket(name))),
          try await failure(jetStream.delete(bucket: name)), try await failure(store.put([1], for: "a")),
          try await failure(store.entry(for: "a")), try await failure(store.changes()),
          try await failure(store.property(of: "a")),
        ] {
          #expect(error?.cause == .invalidName(name) && error?.bucket == name)
        }
      }

      @Test func aBucketThatDoesNotExistIsAFailure() async throws {
        let jetStream = try Self.shared.get().connect().jetStream
        let store = jetStream.keyValue("nowhere")
        let began = ContinuousClock.now
        for error in [
          try await failure(store.put([1], for: "a")), try await failure(store.create([1], for: "a")),
          try await failure(store.update([1], for: "a", revision: 3)), try await failure(store.delete("a")),
          try await failure(store.purge("a")), try await failure(store.entry(for: "a")),
          try await failure(store.changes()), try await failure(store.history(of: "a")),
          try await failure(store.property(of: "a")), try await failure(jetStream.delete(bucket: "nowhere")),
        ] {
          #expect(error?.cause == .noSuchBucket && error?.bucket == "nowhere")
        }
        #expect(ContinuousClock.now - began < .seconds(20), "none of them waits for its budget")
      }

      @Test func bucketsAreCreatedOnce() async throws {
        let store = try await open("once")
        try await store.jetStream.create(KeyValueBucket("once")).completion()
        var other = KeyValueBucket("once")
        other.history = 3
        let error = try await failure(store.jetStream.create(other))
        guard case .refused(_, 10058, _)? = error?.cause else {
          return #expect(Bool(false), "\(error as Any)")
        }
        #expect(error?.bucket == "once")
      }

      @Test func withoutJetStreamThereAreNoResponders() async throws {
        let server = try NATSServer(jetStream: false)
        let jetStream = try server.connect().jetStream
        var store = jetStream.keyValue("a")
        store.retries = JetStreamRetries(attempt: .milliseconds(100), budget: .milliseconds(300))
        #expect(try await failure(jetStream.create(KeyValueBucket("a")))?.cause == .noResponders)
        #expect(try await failure(store.entry(for: "a"))?.cause == .noResponders)
        #expect(try await failure(store.put([1], for: "a"))?.cause == .noResponders)
        let impatient = store.changes(patience: .milliseconds(300))
        #expect(try await failure(impatient)?.cause == .noResponders)
      }

      @Test func theLargestValueIsStoredAndOneByteMoreIsNot() async throws {
        let store = try await open("large")
        let limit = store.jetStream.connection.maximumMessageSize
        let headers = "NATS/1.0\r\nNats-Expected-Last-Subject-Sequence: 0\r\n\r\n".utf8.count
        let largest = [UInt8](repeating: 7, count: limit - headers)
        let revision = try await value(store.update(largest, for: "a", revision: 0))
        #expect(try await value(store.entry(for: "a"))?.bytes == largest)
        #expect(try await value(store.property(of: "a")).value?.bytes == largest)
        let error = try await failure(store.update(largest + [7], for: "b", revision: 0))
        #expect(error?.cause == .messageTooLarge(size: limit + 1, limit: limit))
        let put = try await failure(store.put([UInt8](repeating: 7, count: limit), for: "b"))
        guard case .messageTooLarge? = put?.cause else { return #expect(Bool(false), "\(put as Any)") }
        #expect(try await value(store.entry(for: "a"))?.revision == revision)
        #expect(try await value(store.entry(for: "b")) == nil)
      }

      @Test func aBucketHasLimits() async throws {
        let headers = "NATS/1.0\r\nNats-Expected-Last-Subject-Sequence: 0\r\n\r\n".utf8.count
        let entries = try await open("entries") { $0.entryLimit = 100 + headers }
        try await entries.update([UInt8](repeating: 1, count: 100), for: "a", revision: 0).completion()
        let large = try await failure(
          entries.update([UInt8](repeating: 1, count: 101), for: "b", revision: 0))
        guard case .refused(_, 10054, _)? = large?.cause else {
          return #expect(Bool(false), "\(large as Any)")
        }
        let full = try await open("full") { $0.byteLimit = 1000 }
        let events = try await full.put([UInt8](repeating: 1, count: 350), for: "a").append(
          full.put([UInt8](repeating: 1, count: 350), for: "b")
        ).append(full.put([UInt8](repeating: 1, count: 350), for: "c")).outcome()
        guard case .failed(let error)? = events.last, case .refused = error.cause else {
          return #expect(Bool(false), "\(events)")
        }
        #expect(try await value(full.entry(for: "a"))?.bytes.count == 350, "no other key is dropped for it")
      }

      @Test func aPutOutlastsARestart() async throws {
        let server = try NATSServer()
        let store = try await open("outlasts", server)
        try server.kill()
        let recorded = Log<UInt64>()
        let start = store.put([1], for: "a").start(Observer(next: { recorded.add($0) }))
        try await Task.sleep(for: .milliseconds(300))
        try server.start()
        try #require(await eventually { recorded.count == 1 })
        #expect(recorded.entries == [1])
        #expect(try await value(store.entry(for: "a"))?.bytes == [1])
        start.dispose()
      }

      @Test func anOutageAsLongAsTheBudgetIsTheFailureThatIsSaid() async throws {
        let server = try NATSServer(jetStream: false)
        // Takes what is put, and never answers.
        let taken = Log<String>()
        let silent = try server.connect()
        try silent.messages(on: "$KV.outage.a").onValues { taken.add($0.text) }
        try await silent.flushing().completion()
        let proxy = try CuttingProxy(to: server.port)
        var options = NATSOptions(servers: ["nats://127.0.0.1:\(proxy.port)"])
        options.reconnectWait = .milliseconds(10)
        let connection = try NATSConnection(options)
        var store = connection.jetStream.keyValue("outage")
        store.retries = JetStreamRetries(attempt: .seconds(60), budget: .milliseconds(50))
        let recorder = Recorder<UInt64, NATSError>()
        let start = store.put(Array("value".utf8), for: "a").start(recorder.observer)
        defer { start.dispose() }
        try #require(await eventually { taken.count == 1 })
        // Longer than the budget; the attempt still waits for its answer.
        try await Task.sleep(for: .milliseconds(100))
        proxy.cut()
        try #require(await eventually { recorder.hasEnded })
        let error = try #require(recorder.events.first?.failure)
        #expect(error.cause == .timedOut)
        #expect(error.bucket == "outage" && error.key == "a")
        // There is a connection.
        #expect(try await eventually { connection.state.value.isConnected })
      }

      @Test func timesAreRead() {
        #expect(nanoseconds("1970-01-01T00:00:00Z") == 0)
        #expect(nanoseconds("1970-01-01T00:00:01.5Z") == 1_500_000_000)
        #expect(nanoseconds("2026-11-24T10:38:17.620710167Z") == 1_795_516_697_620_710_167)
        for text in [
          "", "Z", "2026-11-24", "2026-11-24T10:38:17.Z", "2026-11-24T10:38:17.1234567890Z", "a\u{0}Z",
        ] {
          #expect(nanoseconds(text) == nil, "\(text)")
        }
      }
    }
  }
#endif
