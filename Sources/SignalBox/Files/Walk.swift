import Signals

extension SignalProducer<Result<Path, FileError>, Never> {
  /// Every file at or below the given paths, as it is found, and a failure for what cannot or should not
  /// be read. A failure concerns one entry, so it is a value here, and the walk goes on.
  ///
  /// - Completes: when everything was visited.
  /// - Buffers: the folders that are still to be listed, and which ones were.
  static func walk(_ roots: [Path]) -> Self {
    Self { observer, lifetime in
      var walk = Walk()
      for root in roots where !lifetime.hasEnded { walk.visit(root, isRoot: true, observer) }
      while !lifetime.hasEnded, let folder = walk.waiting.popLast() {
        do throws(FileError) {
          try folder.forEachEntry { entry in
            walk.visit(entry, isRoot: false, observer)
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
  /// Folders to list. A stack of our own, no recursion: folders may be nested deeper than calls can be.
  var waiting: [Path] = []
  /// A folder is listed once, by however many ways it can be reached.
  var known: Set<FileStatus.Identity> = []

  /// Sends a file on, keeps a folder for later.
  mutating func visit(
    _ path: Path, isRoot: Bool, _ observer: Observer<Result<Path, FileError>, Never>
  ) {
    do throws(FileError) {
      let status = try path.status(followingLink: isRoot)
      switch status.kind {
      case .file: observer.send(.success(path))
      case .link: throw FileError(path, .open, .link)
      case .special: throw FileError(path, .open, .special)
      case .folder where !isRoot && [".git", ".build"].contains(path.name):
        throw FileError(path, .list, .leftOut)
      case .folder:
        if known.insert(status.identity).inserted { waiting.append(path) }
      }
    } catch {
      observer.send(.failure(error))
    }
  }
}
