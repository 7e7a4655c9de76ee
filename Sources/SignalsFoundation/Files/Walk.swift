import Signals

extension SignalProducer<Result<FilePath, FileError>, Never> {
  /// Every file at or below the given paths, as it is found, and a failure for what cannot or should not
  /// be read. A failure concerns one entry, so it is a value here, and the walk goes on.
  ///
  /// Symbolic links are not followed, except those that were given. Folders below are entered if `entering`
  /// says so.
  ///
  /// - Completes: when everything was visited.
  /// - Buffers: the folders that are still to be listed, and which ones were.
  public static func walk(
    _ roots: [FilePath], entering: @escaping @Sendable (FilePath) -> Bool = { _ in true }
  ) -> Self {
    Self { observer, lifetime in
      var walk = Walk(entering: entering)
      for root in roots where !lifetime.hasEnded { walk.visit(root, isRoot: true, observer) }
      while !lifetime.hasEnded, let folder = walk.waiting.popLast() {
        do throws(FileError) {
          try folder.forEachEntry { entry in
            walk.visit(entry.path, isRoot: false, observer)
            return !lifetime.hasEnded
          }
        } catch {
          observer.send(.failure(error))
        }
      }
      observer.complete()
    }
  }
}

private struct Walk {
  let entering: @Sendable (FilePath) -> Bool
  /// Folders to list. A stack of our own, no recursion: folders may be nested deeper than calls can be.
  var waiting: [FilePath] = []
  /// A folder is listed once, by however many ways it can be reached.
  var known: Set<FileStatus.Identity> = []

  /// Sends a file on, keeps a folder for later.
  mutating func visit(
    _ path: FilePath, isRoot: Bool, _ observer: Observer<Result<FilePath, FileError>, Never>
  ) {
    do throws(FileError) {
      let status = try path.status(followingLink: isRoot)
      switch status.kind {
      case .file: observer.send(.success(path))
      case .link: throw FileError(path, .open, .link)
      case .special: throw FileError(path, .open, .special)
      case .folder where !isRoot && !entering(path):
        throw FileError(path, .list, .leftOut)
      case .folder:
        if known.insert(status.identity).inserted { waiting.append(path) }
      }
    } catch {
      observer.send(.failure(error))
    }
  }
}
