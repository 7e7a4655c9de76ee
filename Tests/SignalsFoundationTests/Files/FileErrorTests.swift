import Foundation
import Signals
import SignalsFoundation
import TestSupport
import Testing

@Suite struct FileErrorTests {
  // MARK: Paths with NUL

  private let folder: TemporaryFolder
  /// What would take it for `a` in the folder meant. Nothing of value is there: a test that fails must not do harm.
  private let nul: FilePath

  init() throws {
    folder = try TemporaryFolder()
    nul = FilePath(try folder.write("a", "1").path + "\0.png")
  }

  @Test(arguments: FileError.Operation.allCases)
  func refusesAPathWithANUL(_ operation: FileError.Operation) {
    let path = nul
    let refused = FileError(path, operation, .nul)
    switch operation {
    case .look:
      #expect(throws: refused) { _ = try path.status(followingLink: true) }
      #expect(path.resolved == nil)
      expectFailure(SignalProducer.walk([path]).dematerializedResults, refused)
      expectFailure(SignalProducer.fileEvents(below: path), refused)
    case .list: #expect(throws: refused) { try path.forEachEntry { _ in true } }
    case .open: expectFailure(SignalProducer.bytes(ofFile: path), refused)
    case .write: #expect(throws: refused) { try path.write("") }
    case .make: #expect(throws: refused) { try path.makeFolder() }
    case .rename:
      #expect(throws: refused) { try path.rename(to: FilePath(folder.url.path).appending("b")) }
      let other = FilePath("/no/such/file")
      #expect(throws: refused) { try other.rename(to: path) }
    #if os(Linux)
      case .watch:
        #expect(throws: refused) { _ = try InotifyQueue(for: path).watch(path, followingLink: true) }
    #else
      case .watch: break
    #endif
    case .read: break  // Of what is open already.
    }
    #expect(
      refused.description
        == "cannot \(operation.rawValue) '\(folder.url.path)/a\u{FFFD}.png': the path holds a NUL character")
  }

  @Test func keepsANULInANameOfAFolder() {
    let path = FilePath(folder.url.path).appending("a\0.png")
    #expect(path == nul)
    #expect(path.holdsNUL && !FilePath("a").holdsNUL)
  }

  private func expectFailure<Value>(
    _ producer: SignalProducer<Value, FileError>, _ expected: FileError,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let failures = Notes<FileError>()
    producer.start { if case .failed(let error) = $0 { failures.add(error) } }
    #expect(failures.entries == [expected], sourceLocation: sourceLocation)
  }

  // MARK: Limits

  /// In a process of its own, whose limit can be lowered.
  @Test func saysThatThisProgramHasTooManyFilesOpen() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      try folder.write("a", "one")
      let path = FilePath(folder.url.path)
      let shortage = try DescriptorShortage()
      func expect(_ expected: FileError, _ start: (Notes<FileError>) -> Void) {
        let failures = shortage.failures(of: start)
        // Of an expectation in another process only the comment is shown.
        #expect(failures == [expected], "\(failures)")
      }
      expect(FileError(path.appending("a"), .open, .descriptorLimit)) { failures in
        SignalProducer.lines(ofFile: path.appending("a")).start {
          if case .failed(let error) = $0 { failures.add(error) }
        }
      }
      expect(FileError(path, .list, .descriptorLimit)) { failures in
        SignalProducer.walk([path]).startWithValues {
          if case .failure(let error) = $0 { failures.add(error) }
        }
      }
      expect(FileError(FilePath("standard input"), .read, .descriptorLimit)) { failures in
        SignalProducer.linesOfStandardInput.start { if case .failed(let error) = $0 { failures.add(error) } }
      }
      #if os(Linux)
        expect(FileError(path, .watch, .descriptorLimit)) { failures in
          InotifyFileWatcher().events(below: path).start {
            if case .failed(let error) = $0 { failures.add(error) }
          }
        }
      #endif
      let ofProcesses = shortage.failures { failures in
        ChildProcess("true").run().start { if case .failed(let error) = $0 { failures.add(error) } }
      }
      #expect(ofProcesses == [ProcessError("true", .descriptorLimit)], "\(ofProcesses)")
      try shortage.end()
      // Everything works again.
      let lines = Notes<String>()
      SignalProducer.lines(ofFile: path.appending("a")).start {
        if let line = $0.value { lines.add(line.text) }
      }
      #expect(lines.entries == ["one"], "\(lines.entries)")
    }
  }

  @Test func saysThatTheSystemHasTooManyFilesOpen() {
    #expect(FileError(FilePath("a"), .open, code: ENFILE).cause == .systemDescriptorLimit)
    #expect(ProcessError("a", code: ENFILE).cause == .systemDescriptorLimit)
    #expect(FileError(FilePath("a"), .open, code: EIO).cause == .system(code: EIO))
    #expect(ProcessError("a", code: EIO).cause == .system(code: EIO))
  }

  #if os(Linux)
    /// Reaching them would keep other programs of the user from watching.
    @Test func tellsTheLimitsOfWatchingApart() {
      let path = FilePath("a")
      #expect(FileError.watching(path, code: ENOSPC).cause == .watchLimit)
      #expect(FileError.watching(path, code: EACCES).cause == .system(code: EACCES))
      #expect(FileError.makingWatcher(for: path, code: EMFILE, canOpenMore: true).cause == .watcherLimit)
      #expect(FileError.makingWatcher(for: path, code: EMFILE, canOpenMore: false).cause == .descriptorLimit)
      #expect(
        FileError.makingWatcher(for: path, code: ENFILE, canOpenMore: true).cause == .systemDescriptorLimit)
    }
  #endif

  @Test func saysWhatToDo() {
    let texts = [
      (FileError.Cause.descriptorLimit, "ulimit -n"), (.systemDescriptorLimit, "fs.file-max"),
      (.watchLimit, "fs.inotify.max_user_watches"), (.watcherLimit, "fs.inotify.max_user_instances"),
    ]
    for (cause, text) in texts {
      #expect("\(cause)".contains("raise the limit") && "\(cause)".contains(text))
    }
    #expect(Set(texts.map { "\($0.0)" }).count == texts.count)
    #expect("\(ProcessError.Cause.descriptorLimit)" == "\(FileError.Cause.descriptorLimit)")
    #expect("\(ProcessError.Cause.systemDescriptorLimit)" == "\(FileError.Cause.systemDescriptorLimit)")
  }
}

/// A process in which no descriptor is free.
private final class DescriptorShortage {
  #if os(Linux)
    private static let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
  #else
    private static let resource = RLIMIT_NOFILE
  #endif
  private var limit = rlimit()
  private var filler: [Int32] = []

  init() throws {
    guard getrlimit(Self.resource, &limit) == 0 else { throw SystemFailure.last }
    var lowered = limit
    lowered.rlim_cur = 256
    guard setrlimit(Self.resource, &lowered) == 0 else { throw SystemFailure.last }
  }

  /// What fails in `action`. Other threads of the process close descriptors that they had open for a moment; `action`
  /// may have taken one of those, and is run again then.
  func failures<Failure>(of action: (Notes<Failure>) -> Void) -> [Failure] {
    while true {
      _ = fill()
      let failures = Notes<Failure>()
      action(failures)
      if !fill() { return failures.entries }
    }
  }

  /// False if no descriptor was free.
  private func fill() -> Bool {
    let before = filler.count
    while case let descriptor = open("/", O_RDONLY | O_CLOEXEC), descriptor >= 0 { filler.append(descriptor) }
    return filler.count > before
  }

  func end() throws {
    filler.forEach { close($0) }
    guard setrlimit(Self.resource, &limit) == 0 else { throw SystemFailure.last }
  }
}

extension FileError.Operation: CaseIterable {
  public static var allCases: [Self] { [.look, .list, .open, .read, .write, .make, .rename, .watch] }
}

extension EventStream where D == Pull, Value == Result<FilePath, FileError>, Failure == Never {
  fileprivate var dematerializedResults: SignalProducer<FilePath, FileError> {
    setFailureType(to: FileError.self).attemptMap { $0 }
  }
}
