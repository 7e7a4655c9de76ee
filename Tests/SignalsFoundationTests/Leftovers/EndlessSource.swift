#if os(Linux)
  import Foundation
  import LoopbackServer
  import Observation
  import Signals
  import TestSupport
  import SignalsFoundation

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  extension EndlessSource {
    enum Name: String, CaseIterable, Codable, Sendable {
      case inotify, linkToAFolder, linkToAFile, polling, bytesOfAFile, linesOfAFile, growingFile, namedPipe,
        fullPipe, linesOfStandardInput, walk
      case processWithOutput, processWithInput, terminationSignals
      case request, bodySentAgain, notifications, timer, interval, observing

      /// A process or a request takes milliseconds.
      var starts: Int {
        switch self {
        case .processWithOutput, .processWithInput: EndlessSource.starts(500)
        case .request, .bodySentAgain: EndlessSource.starts(1000)
        default: EndlessSource.starts()
        }
      }
    }

    init(_ name: Name, in folder: TemporaryFolder) throws {
      let path = FilePath(folder.url.path)
      switch name {
      case .inotify: self = Self.watching(path, with: InotifyFileWatcher())
      case .linkToAFolder: self = try Self.link(in: folder, to: ["1", "2"])
      case .linkToAFile: self = try Self.link(in: folder, to: ["1/a", "2/a"])
      case .polling:
        self = Self.watching(path, with: PollingFileWatcher(every: .microseconds(200), on: QueueScheduler()))
      case .bytesOfAFile:
        try folder.write("a", "one\n")
        self.init(SignalProducer.bytes(ofFile: path.appending("a")))
      case .linesOfAFile:
        try folder.write("a", "one\n")
        self.init(SignalProducer.lines(ofFile: path.appending("a")))
      case .growingFile: self = Self.growingFile(path.appending("log"))
      case .namedPipe: self = Self.namedPipe(path.appending("pipe"))
      case .fullPipe: self = try Self.fullPipe()
      case .linesOfStandardInput: self = try Self.standardInput()
      case .walk:
        try folder.write("one/two/a", "")
        self.init(SignalProducer.walk([path]))
      case .processWithOutput:
        self = Self.process { gone in
          ChildProcess("sh", ["-c", "echo one; exec sleep 1000"]).run(onExit: gone)
        }
      case .processWithInput:
        let input = SignalProducer<[UInt8], Never> { observer, lifetime in
          observer.send(Array("one\n".utf8))
          lifetime.onEnd { withExtendedLifetime(observer) {} }
        }
        self = Self.process { gone in ChildProcess("cat").run(input: input, onExit: gone) }
      case .terminationSignals:
        self.init(
          SignalProducer.terminationSignals, provoke: { kill(getpid(), SIGTERM) })
      case .request, .bodySentAgain:
        let server = try HTTPServer { path in
          path == "/" ? .answer(status: 307, headers: ["Location": "/there"], body: "") : .answer(body: "one")
        }
        var request = URLRequest(url: server.url.appending(path: name == .request ? "there" : ""))
        request.httpMethod = "POST"
        request.httpBody = Data("body".utf8)
        self.init(
          URLSession.waitingForAnswers().dataProducer(for: request)
            .on(disposed: { withExtendedLifetime(server) {} }))
      case .notifications:
        let center = NotificationCenter()
        let name = Notification.Name("one")
        self.init(
          center.producer(for: name), provoke: { center.post(name: name, object: nil) })
      case .timer:
        // A scheduler for each start, so that it would be seen if one stayed.
        self.init(
          SignalProducer<Void, Never>.deferred { .timer(after: .microseconds(50), on: QueueScheduler()) })
      case .interval:
        let scheduler = QueueScheduler()
        self.init(
          SignalProducer.interval(every: .microseconds(50), on: scheduler))
      case .observing:
        let model = Model()
        self.init(
          SignalProducer.observing { model.number },
          // A model removes its observers when it changes.
          settle: { DispatchQueue.main.sync { MainActor.assumeIsolated { model.number += 1 } } })
      }
    }

    private static func watching(_ path: FilePath, with watcher: some FileWatcher) -> EndlessSource {
      let count = Guarded(0)
      return EndlessSource(
        watcher.events(below: path),
        provoke: {
          let number = count.withLock { count in
            count += 1
            return count
          }
          let file = path.appending("\(number % 2)")
          if number > 2 { unlink(file.text) } else { try file.write("") }
          if number > 2 { try file.write("") }
        })
    }

    /// A link that leads now to the one, now to the other.
    private static func link(in folder: TemporaryFolder, to destinations: [String]) throws -> EndlessSource {
      for name in ["1", "2"] { try folder.write("\(name)/a", name) }
      try folder.link("link", to: destinations[0])
      let path = FilePath(folder.url.path)
      let count = Guarded(0)
      return EndlessSource(
        InotifyFileWatcher().events(below: path.appending("link")),
        provoke: {
          let number = count.withLock { count in
            count += 1
            return count
          }
          let new = path.appending("new\(number)").text
          _ = symlink(destinations[number % 2], new)
          _ = rename(new, path.appending("link").text)
        })
    }

    /// Rotated now and then.
    private static func growingFile(_ path: FilePath) -> EndlessSource {
      let count = Guarded(0)
      return EndlessSource(
        SignalProducer.lines(following: path),
        provoke: {
          let number = count.withLock { count in
            count += 1
            return count
          }
          if number % 7 == 0 { rename(path.text, path.text + ".1") }
          try write("one\n", to: try Descriptor.open(path, O_WRONLY | O_CREAT | O_APPEND))
        })
    }

    private static func namedPipe(_ path: FilePath) -> EndlessSource {
      mkfifo(path.text, 0o600)
      return EndlessSource(
        SignalProducer.bytes(ofFile: path),
        provoke: { try write("one\n", to: try Descriptor.open(path, O_WRONLY | O_NONBLOCK)) })
    }

    /// A stream that waits until it may write.
    private static func fullPipe() throws -> EndlessSource {
      let pipe = try OpenPipe()
      SignalProducer<[UInt8], Never>.repeating([UInt8](repeating: 0, count: 4096))
        .write(to: pipe.writing).startWithFailed { _ in }.dispose()
      return EndlessSource(
        SignalProducer<Void, Never> { [reading = pipe.reading] observer, lifetime in
          let bytes = SignalProducer<[UInt8], Never> { piece, lifetime in
            piece.send([1])
            lifetime.onEnd { withExtendedLifetime((piece, reading)) {} }
          }
          lifetime += bytes.write(to: pipe.writing).startWithFailed { _ in }
          observer.send(())
        })
    }

    private static func standardInput() throws -> EndlessSource {
      let pipe = try OpenPipe()
      dup2(pipe.reading.number, STDIN_FILENO)
      return EndlessSource(
        SignalProducer.linesOfStandardInput,
        provoke: { try write("one\n", to: pipe.writing) })
    }

    private static func write(_ text: String, to descriptor: Descriptor) throws {
      let bytes = Array(text.utf8)
      let count = bytes.withUnsafeBytes { Foundation.write(descriptor.number, $0.baseAddress, $0.count) }
      if count != bytes.count { throw SystemFailure.last }
    }

    /// Each process is waited for, so that there are not hundreds of them at a time.
    private static func process(
      _ run:
        @escaping @Sendable (@escaping @Sendable (ProcessEnd) -> Void)
        -> SignalProducer<ProcessEvent, ProcessError>
    ) -> EndlessSource {
      let isGone = DispatchSemaphore(value: 0)
      return EndlessSource(
        run { _ in isGone.signal() }, settle: { isGone.wait() })
    }
  }

  @Observable @MainActor private final class Model {
    var number = 0

    nonisolated init() {}
  }
#endif
