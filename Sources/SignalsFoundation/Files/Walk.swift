import Signals

extension SignalProducer<Result<FilePath, FileError>, Never> {
  /// Every file at or below the given paths, as it is found, and a failure for what cannot or should not
  /// be read. A failure concerns one entry, so it is a value here, and the walk goes on.
  ///
  /// Symbolic links are not followed, except those that were given. Folders below are entered if `entering`
  /// says so.
  ///
  /// A pause stops it before the next entry; it goes on on the thread that resumes (contract B2).
  ///
  /// - Completes: when everything was visited.
  /// - Buffers: the names in one folder, the folders that are still to be listed, and which ones were.
  public static func walk(
    _ roots: [FilePath], entering: @escaping @Sendable (FilePath) -> Bool = { _ in true }
  ) -> Self {
    Self { observer, lifetime in
      // Taken out while it goes on, so that `entering` is not called inside the lock.
      let state = Guarded<Walk?>(Walk(entering: entering, entries: roots[...]))
      @Sendable func goOn() {
        guard var walk = state.withLock({ $0.take() }) else { return }
        while !lifetime.hasEnded {
          if lifetime.isPaused {
            state.withLock { $0 = walk }
            return lifetime.whenResumed(goOn)
          }
          guard let step = walk.next() else { return observer.complete() }
          if case .found(let result) = step { observer.send(result) }
        }
      }
      goOn()
    }
  }
}

private struct Walk: Sendable {
  enum Step {
    case found(Result<FilePath, FileError>)
    case nothing
  }

  let entering: @Sendable (FilePath) -> Bool
  /// What is still to be looked at of the folder in hand.
  var entries: ArraySlice<FilePath>
  var areRoots = true
  /// Folders to list. A stack of our own, no recursion: folders may be nested deeper than calls can be.
  var waiting: [FilePath] = []
  /// A folder is listed once, by however many ways it can be reached.
  var known: Set<FileStatus.Identity> = []

  /// Nil: everything was visited.
  mutating func next() -> Step? {
    do throws(FileError) {
      if let entry = entries.popFirst() { return try visit(entry) ? .found(.success(entry)) : .nothing }
      areRoots = false
      guard let folder = waiting.popLast() else { return nil }
      var found: [FilePath] = []
      defer { entries = found[...] }
      try folder.forEachEntry { entry in
        found.append(entry.path)
        return true
      }
      return .nothing
    } catch {
      return .found(.failure(error))
    }
  }

  /// Keeps a folder for later. True: it is a file.
  private mutating func visit(_ path: FilePath) throws(FileError) -> Bool {
    let status = try path.status(followingLink: areRoots)
    switch status.kind {
    case .file: return true
    case .link: throw FileError(path, .open, .link)
    case .special: throw FileError(path, .open, .special)
    case .folder where !areRoots && !entering(path): throw FileError(path, .list, .leftOut)
    case .folder:
      if known.insert(status.identity).inserted { waiting.append(path) }
      return false
    }
  }
}
