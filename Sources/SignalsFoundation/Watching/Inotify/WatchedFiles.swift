#if os(Linux)
  import Signals

  /// Paths that are watched through the folders that they lie in, and what the events of those mean for them.
  ///
  /// Not the files themselves, because saving often replaces one by another. Each link on the way to one is watched as
  /// well: when it changes, the path is followed anew.
  struct WatchedFiles: Sendable {
    /// What is known of a folder that is watched.
    enum News: Sendable {
      /// From here on its events come.
      case began
      case event(FileEvent)
      /// It is gone.
      case ended
    }

    private struct File: Sendable {
      var route: Route
      /// The latest news was that nothing is there.
      var isGone = false
    }

    private var files: [FilePath: File] = [:]
    /// The files that an entry of a folder concerns.
    private var concerned: [FilePath: Set<FilePath>] = [:]
    /// How many of these entries lie in a folder.
    private var entryCounts: [FilePath: Int] = [:]
    /// The folders whose events are wanted since the latest ``take(_:of:)``, or are wanted no more.
    private(set) var added: Set<FilePath> = []
    private(set) var dropped: Set<FilePath> = []

    init(_ names: [FilePath]) throws(FileError) {
      for name in names where files[name] == nil {
        _ = try name.status(followingLink: true)
        set(name, to: File(route: Route(of: name)))
      }
    }

    var isEmpty: Bool { files.isEmpty }

    private mutating func set(_ name: FilePath, to file: File?) {
      let (before, after) = (Set(files[name]?.route.entries ?? []), Set(file?.route.entries ?? []))
      files[name] = file
      for entry in after.subtracting(before) {
        if concerned[entry, default: []].isEmpty { count(entry, 1) }
        concerned[entry, default: []].insert(name)
      }
      for entry in before.subtracting(after) {
        concerned[entry]?.remove(name)
        if concerned[entry]?.isEmpty != true { continue }
        concerned[entry] = nil
        count(entry, -1)
      }
    }

    private mutating func count(_ entry: FilePath, _ change: Int) {
      let folder = entry.folder
      let number = entryCounts[folder, default: 0] + change
      entryCounts[folder] = number == 0 ? nil : number
      if number == 0, added.remove(folder) == nil { dropped.insert(folder) }
      if number == 1, change == 1, dropped.remove(folder) == nil { added.insert(folder) }
    }

    /// - Complexity: constant for an event, whatever the number of files; for the beginning or the end of a folder as long as
    ///   there are files.
    mutating func take(_ news: News, of folder: FilePath) -> [FileEvent] {
      (added, dropped) = ([], [])
      switch news {
      case .began: return names(in: folder).flatMap { follow($0) }
      case .event(let event): return take(event)
      case .ended:
        let events = names(in: folder).flatMap { follow($0) }
        // It has ended by itself; one of the same path is another folder.
        if dropped.remove(folder) == nil, entryCounts[folder] != nil { added.insert(folder) }
        return events
      }
    }

    private func names(in folder: FilePath) -> [FilePath] {
      let names = concerned.reduce(into: Set()) { if $1.key.folder == folder { $0.formUnion($1.value) } }
      return names.sorted()
    }

    private mutating func take(_ event: FileEvent) -> [FileEvent] {
      switch event {
      case .changed(let entry): files(at: entry).map { .changed($0) }
      case .created(let entry, let isFolder): appear(entry, isFolder)
      case .removed(let entry, let isFolder): disappear(entry, isFolder)
      case .renamed(let old, to: let new, let isFolder): disappear(old, isFolder) + appear(new, isFolder)
      case .overflow: [event] + files.keys.sorted().flatMap { follow($0) }
      case .unwatched: [event]
      }
    }

    /// Those that the entry is, and not a link that leads to them.
    private func files(at entry: FilePath) -> [FilePath] {
      concerned[entry, default: []].filter { files[$0]?.route.end == entry }.sorted()
    }

    private mutating func appear(_ entry: FilePath, _ isFolder: Bool) -> [FileEvent] {
      concerned[entry, default: []].sorted().flatMap { name in
        guard stays(name, at: entry) else { return follow(name) }
        files[name]?.isGone = false
        return [.created(name, isFolder: isFolder)]
      }
    }

    private mutating func disappear(_ entry: FilePath, _ isFolder: Bool) -> [FileEvent] {
      concerned[entry, default: []].sorted().flatMap { name in
        stays(name, at: entry) ? vanish(name, isFolder) : follow(name)
      }
    }

    /// Whether the path leads to the entry, as before: then the event is about the file.
    private mutating func stays(_ name: FilePath, at entry: FilePath) -> Bool {
      guard let before = files[name]?.route, before.end == entry else { return false }
      let now = Route(of: name)
      if now.entries != before.entries { return false }
      files[name]?.route = now
      return true
    }

    private mutating func vanish(_ name: FilePath, _ isFolder: Bool = false) -> [FileEvent] {
      if files[name]?.isGone != false { return [] }
      files[name]?.isGone = true
      return [.removed(name, isFolder: isFolder)]
    }

    /// Looks where the path leads now, and says what that means.
    private mutating func follow(_ name: FilePath) -> [FileEvent] {
      guard var file = files[name] else { return [] }
      let before = file.route
      file.route = Route(of: name)
      set(name, to: file)
      guard let status = file.route.status else {
        defer { if file.route.isLost { set(name, to: nil) } }
        return vanish(name, before.leadsToFolder)
      }
      files[name]?.isGone = false
      if file.isGone { return [.created(name, isFolder: file.route.leadsToFolder)] }
      return status.isOther(than: before.status) ? [.changed(name)] : []
    }
  }

  extension Route {
    /// No link is on the way that could lead to something else, and no folder that the file could come back to.
    fileprivate var isLost: Bool { lacksFolder && links.isEmpty }
  }

  extension FileStatus {
    /// A folder changes by what happens to its entries, which is reported by itself.
    fileprivate func isOther(than before: FileStatus?) -> Bool {
      kind == .folder && before?.kind == .folder ? identity != before?.identity : self != before
    }
  }
#endif
