#if os(Linux)
  /// Single files of one folder that are watched, and what the events of the folder mean for them.
  struct FilesOfFolder: Sendable {
    let folder: FilePath
    /// What they are called, by the path that the events of the folder give them: a link is another name.
    private var names: [FilePath: [FilePath]] = [:]
    /// A file that is removed with its folder is gone once.
    private var gone: Set<FilePath> = []

    init(_ folder: FilePath) { self.folder = folder }

    mutating func add(_ file: FilePath, calledAs name: FilePath) {
      if names[file]?.contains(name) != true { names[file, default: []].append(name) }
    }

    mutating func take(_ event: FileEvent) -> [FileEvent] {
      switch event {
      case .created(let file, let isFolder): appear(file, isFolder)
      case .changed(let file): named(file) { .changed($0) }
      case .removed(folder, _): names.keys.sorted().flatMap { disappear($0, false) }
      case .removed(let file, let isFolder): disappear(file, isFolder)
      case .renamed(let old, to: let new, let isFolder): disappear(old, isFolder) + appear(new, isFolder)
      case .overflow, .unwatched: [event]
      }
    }

    private mutating func appear(_ file: FilePath, _ isFolder: Bool) -> [FileEvent] {
      gone.remove(file)
      return named(file) { .created($0, isFolder: isFolder) }
    }

    private mutating func disappear(_ file: FilePath, _ isFolder: Bool) -> [FileEvent] {
      guard names[file] != nil, gone.insert(file).inserted else { return [] }
      return named(file) { .removed($0, isFolder: isFolder) }
    }

    private func named(_ file: FilePath, _ event: (FilePath) -> FileEvent) -> [FileEvent] {
      names[file, default: []].map(event)
    }
  }
#endif
