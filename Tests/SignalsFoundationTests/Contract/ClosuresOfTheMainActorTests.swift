import Foundation
import Signals
import SignalsFoundation
import TestSupport
import Testing

@Suite("Contract, isolation")
struct ClosuresOfTheMainActorTests {
  @Test("A3: closures of the main actor run where they are called")
  @MainActor func closuresRunElsewhere() async throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("below")
    var closures = ClosuresOfTheMainActor()
    closures.passToFiles(below: FilePath(folder.url.path))
    closures.passToSinks()
    closures.passToProcesses()
    closures.passToSchedulers()
    closures.passToModels()
    let faults = try await closures.faults(in: ["SignalsFoundation"])
    #expect(faults == [])
  }
}

/// One call of every public declaration of the module that takes a closure.
extension ClosuresOfTheMainActor {
  /// - Parameter path: A folder with another one in it.
  fileprivate mutating func passToFiles(below path: FilePath) {
    use("EventStream.walk(_:entering:)") { away in
      away.begin(SignalProducer.walk([path], entering: { _ in away.note(true) }))
    }
    use("EventStream.fileEvents(below:entering:)") { away in
      away.begin(SignalProducer.fileEvents(below: path, entering: { _ in away.note(true) }))
    }
    let polling = PollingFileWatcher(every: .seconds(1), on: QueueScheduler())
    use("PollingFileWatcher.events(below:entering:)") { away in
      away.begin(polling.events(below: path, entering: { _ in away.note(true) }))
    }
    use("FileWatcher.events(below:entering:)") { away in
      let watcher: any FileWatcher = polling
      away.begin(watcher.events(below: path, entering: { _ in away.note(true) }))
    }
    #if os(Linux)
      use("InotifyFileWatcher.events(below:entering:)") { away in
        away.begin(InotifyFileWatcher().events(below: path, entering: { _ in away.note(true) }))
      }
    #endif
  }

  fileprivate mutating func passToSinks() {
    let bytes = SignalProducer<[UInt8], FileError>(value: [1])
    use("EventStream.write(to:name:failingWith:)") { away in
      away.run(bytes.write(to: Descriptor(borrowing: -1), failingWith: { away.note($0) }))
    }
    use("EventStream.write(toFile:appending:failingWith:)") { away in
      away.run(bytes.write(toFile: FilePath("a\0b"), failingWith: { away.note($0) }))
    }
  }

  fileprivate mutating func passToProcesses() {
    use("ChildProcess.run(onExit:)") { away in
      ChildProcess("true").run(onExit: { _ in away.note() }).startWithFailed { _ in }
    }
    use("ChildProcess.run(input:onExit:)") { away in
      ChildProcess("true").run(input: SignalProducer.empty, onExit: { _ in away.note() }).startWithFailed {
        _ in
      }
    }
  }

  fileprivate mutating func passToSchedulers() {
    use("QueueScheduler.schedule(_:)") { away in QueueScheduler().schedule { away.note() } }
    use("QueueScheduler.schedule(at:_:)") { away in
      QueueScheduler().schedule(at: .milliseconds(1)) { away.note() }
    }
  }

  fileprivate mutating func passToModels() {
    use("EventStream.observing(_:)") { away in SignalProducer.observing { away.note(1) }.start() }
    use("NotificationCenter.producer(for:object:_:)") { away in
      let (center, name) = (NotificationCenter(), Notification.Name("moved"))
      center.producer(for: name) { _ in away.note(1) }.start()
      away.scheduler.schedule { center.post(name: name, object: nil) }
    }
  }
}

extension OffMainProbe {
  /// Starts a producer there, and disposes of the start.
  fileprivate func begin<Value, Failure>(_ producer: SignalProducer<Value, Failure>) {
    scheduler.schedule { producer.startWithFailed { _ in }.dispose() }
  }

  /// Starts a producer there.
  fileprivate func run<Value, Failure>(_ producer: SignalProducer<Value, Failure>) {
    scheduler.schedule { producer.startWithFailed { _ in } }
  }
}
