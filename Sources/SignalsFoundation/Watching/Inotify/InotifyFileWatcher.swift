#if os(Linux)
  import Dispatch
  import Signals

  /// Hears of changes from the kernel. The kernel watches folders, so the cost is one watch for each folder,
  /// however many files there are, and nothing while nothing happens.
  public struct InotifyFileWatcher: FileWatcher {
    public init() {}

    public func events(
      below path: FilePath, entering: @escaping @Sendable (FilePath) -> Bool
    ) -> SignalProducer<FileEvent, FileError> {
      .deferred {
        do throws(FileError) {
          if try path.status(followingLink: true).kind == .folder {
            return events(in: path, entering: entering)
          }
        } catch {
          return SignalProducer(error: error)
        }
        return events(of: path)
      }
    }

    private func events(
      in folder: FilePath, entering: @escaping @Sendable (FilePath) -> Bool
    ) -> SignalProducer<FileEvent, FileError> {
      SignalProducer { observer, lifetime in
        do throws(FileError) {
          let queue = try InotifyQueue(for: folder)
          // Looking at everything may take long: a start that was disposed of meanwhile enters no more.
          var tree = InotifyTree(queue, root: folder) { !lifetime.hasEnded && entering($0) }
          try tree.watchRoot(observer.send)
          lifetime += try InotifyReader.begin(tree, queue, observer)
        } catch {
          observer.fail(error)
        }
      }
      // The kernel hands out many events at once.
      .buffer(1024, onOverflow: .suspend)
    }

    /// A file is watched through its folder, because saving often replaces it by another file.
    private func events(of path: FilePath) -> SignalProducer<FileEvent, FileError> {
      let real = path.resolved ?? path
      return events(in: real.folder, entering: { _ in false })
        .compactMap { $0.concerning(real, calledAs: path) }
        // A file that is removed with its folder is gone once.
        .removeDuplicates { $0 == $1 && $0 == .removed(path, isFolder: false) }
    }
  }

  extension FileEvent {
    /// What the event means for a single file.
    fileprivate func concerning(_ file: FilePath, calledAs name: FilePath) -> FileEvent? {
      switch self {
      case .created(file, let isFolder): .created(name, isFolder: isFolder)
      case .changed(file): .changed(name)
      case .removed(file, let isFolder): .removed(name, isFolder: isFolder)
      case .removed(file.folder, _): .removed(name, isFolder: false)
      case .renamed(file, _, let isFolder): .removed(name, isFolder: isFolder)
      case .renamed(_, to: file, let isFolder): .created(name, isFolder: isFolder)
      case .overflow, .unwatched: self
      case .created, .changed, .removed, .renamed: nil
      }
    }
  }
#endif
