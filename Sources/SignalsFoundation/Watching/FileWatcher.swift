import Dispatch
import Signals

/// A way to observe what happens to files.
public protocol FileWatcher: Sendable {
  /// What happens at and below a path: a folder with everything in it, or a single file, which may also be
  /// removed and come back.
  ///
  /// Once the start has returned, nothing is missed: also not what happens in folders that are made later.
  /// Symbolic links below are not followed. Those that `path` leads through are, at any time: what counts is what the path
  /// means now. When it leads to another file, ``FileEvent/changed(_:)`` says so, to another folder,
  /// ``FileEvent/overflow``; when it leads nowhere, that it is removed.
  ///
  /// - Parameters:
  ///   - path: What is watched.
  ///   - entering: Which folders below to look into.
  /// - Completes: when the folder at `path` itself is gone, after an event that says so. Where the kernel reports
  ///   changes, also when the folder that a single file lies in is gone, and no link on the way to it is left that could lead
  ///   to another one: the event says that the file is.
  /// - Fails: when the path cannot be watched.
  /// - Buffers: the folders that are watched, and what the system keeps until the events are taken; when that
  ///   is too much, ``FileEvent/overflow`` says so. While downstream requests a pause, 1024 events in addition
  ///   (contract B2).
  func events(
    below path: FilePath, entering: @escaping @Sendable (FilePath) -> Bool
  ) -> SignalProducer<FileEvent, FileError>
}

extension FileWatcher {
  /// What happens at and below a path.
  public func events(below path: FilePath) -> SignalProducer<FileEvent, FileError> {
    events(below: path, entering: { _ in true })
  }
}

extension SignalProducer<FileEvent, FileError> {
  /// What happens at and below a path, by the best means the system has. See
  /// ``FileWatcher/events(below:entering:)``.
  ///
  ///     SignalProducer.fileEvents(below: FilePath("Sources"))
  ///       .debounce(for: .milliseconds(200), on: clock)
  ///       .startWithResult { _ in rebuild() }
  public static func fileEvents(
    below path: FilePath, entering: @escaping @Sendable (FilePath) -> Bool = { _ in true }
  ) -> Self {
    #if os(Linux)
      InotifyFileWatcher().events(below: path, entering: entering)
    #else
      PollingFileWatcher(every: .seconds(1), on: QueueScheduler(name: "file events"))
        .events(below: path, entering: entering)
    #endif
  }

  /// What happens to single files: to each as ``fileEvents(below:entering:)`` says, however many there are.
  ///
  /// Linux allows a user 128 watchers, as a rule. Here all files of one folder need one of them, and so does each folder that
  /// holds a link which leads to one.
  ///
  ///     SignalProducer.fileEvents(of: ["Package.swift", "Makefile"].map { FilePath($0) })
  ///       .startWithResult { _ in rebuild() }
  ///
  /// - Parameter files: The files. A folder among them is watched with what lies directly in it.
  /// - Completes: when all folders that the files lie in are gone; without files at once.
  /// - Fails: when one of the files cannot be watched.
  /// - Buffers: what the system keeps until the events are taken; while downstream requests a pause, 1024 events of each
  ///   folder in addition (contract B2).
  /// - Complexity: each event of a folder takes constant time, whatever the number of files in it.
  public static func fileEvents(of files: [FilePath]) -> Self {
    #if os(Linux)
      InotifyFileWatcher().events(of: files)
    #else
      .merge(files.map { fileEvents(below: $0, entering: { _ in false }) })
    #endif
  }
}
