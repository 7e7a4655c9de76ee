#if os(Linux)
  import Foundation

  /// Turns what the kernel says about single folders into what has happened below a path.
  ///
  /// The kernel watches folders, not trees: each new folder has to be watched too, and what was put into it
  /// before that is found by listing it.
  struct InotifyTree: Sendable {
    typealias Name = WatchedFolders.Name

    /// A rename of which the second half has not come yet.
    private struct Leaving {
      let watch: Int32
      let name: Name
      let isFolder: Bool
    }

    private let queue: InotifyQueue
    private let entering: @Sendable (FilePath) -> Bool
    private var folders: WatchedFolders
    private var leaving: [UInt32: Leaving] = [:]
    /// What listing a new folder has found: the kernel may report its creation again.
    private var listed: [Int32: Set<Name>] = [:]
    /// Where a folder was not found: it may have moved with one that it lies in. The kernel says so in what is read
    /// next, if not in what is at hand; the number counts these two.
    private var missed: [Int32: Int] = [:]
    /// What is known, and what the kernel says, do not fit together any more.
    private var isLost = false
    private var lastChanged: FilePath?
    /// The root is gone, and there is nothing more to say.
    private(set) var hasEnded = false

    init(_ queue: InotifyQueue, root: FilePath, entering: @escaping @Sendable (FilePath) -> Bool) {
      self.queue = queue
      self.entering = entering
      folders = WatchedFolders(root: root)
    }

    var root: FilePath { folders.root }

    /// The renames of which the second half has not come yet.
    var leavers: [UInt32] { leaving.keys.sorted() }
  }

  // MARK: Watching

  extension InotifyTree {
    typealias Emit = (FileEvent) -> Void

    mutating func watchRoot(_ emit: Emit) throws(FileError) {
      guard let watch = try queue.watch(folders.root, followingLink: true) else {
        throw FileError(folders.root, .watch, .system(code: ENOENT))
      }
      folders.addRoot(watch)
      try watchAll(below: watch, reporting: false, emit)
    }

    /// Watches a new folder and all below. What they hold is reported as new.
    private mutating func watchNew(_ name: Name, in parent: Int32, _ emit: Emit) throws(FileError) {
      if let watch = try watch(name, in: parent, emit) { try watchAll(below: watch, reporting: true, emit) }
    }

    private mutating func watchAll(below top: Int32, reporting: Bool, _ emit: Emit) throws(FileError) {
      var waiting = [top]
      while let watch = waiting.popLast() {
        var inner: [Name] = []
        do throws(FileError) {
          try folders.path(of: watch).forEachEntry { entry in
            let isFolder = entry.isFolder
            let name = Array(UnsafeBufferPointer(start: entry.name, count: strlen(entry.name) + 1))
            if isFolder { inner.append(name) }
            if reporting {
              listed[watch, default: []].insert(name)
              emit(.created(entry.path, isFolder: isFolder))
            }
            return true
          }
        } catch {
          if error.saysGone { missed[watch] = 2 } else { emit(.unwatched(error)) }
        }
        for name in inner {
          if let child = try self.watch(name, in: watch, emit) { waiting.append(child) }
        }
      }
    }

    /// Watches one folder, if it is to be entered. When the limit is reached, that is the end: more folders
    /// would be missed than known.
    private mutating func watch(_ name: Name, in parent: Int32, _ emit: Emit) throws(FileError) -> Int32? {
      let path = folders.path(of: name, in: parent)
      guard entering(path) else { return nil }
      do throws(FileError) {
        guard let watch = try queue.watch(path, followingLink: false) else {
          missed[parent] = 2
          return nil
        }
        folders.add(watch, name, in: parent)
        return watch
      } catch {
        if error.cause == .watchLimit { throw error }
        emit(.unwatched(error))
        return nil
      }
    }

    private mutating func unwatch(_ watch: Int32) {
      for gone in folders.remove(watch) {
        queue.remove(gone)
        listed[gone] = nil
      }
    }

    /// Nothing is certain but what can be seen now.
    private mutating func startOver(_ emit: Emit) throws(FileError) {
      let before = folders.watches
      folders = WatchedFolders(root: folders.root)
      (leaving, listed, missed, isLost) = ([:], [:], [:], false)
      if let watch = try queue.watch(folders.root, followingLink: true) {
        folders.addRoot(watch)
        try watchAll(below: watch, reporting: false, emit)
      }
      for watch in before.subtracting(folders.watches) { queue.remove(watch) }
      emit(.overflow)
      if folders.watches.isEmpty { endRoot(emit) }
    }

    private mutating func endRoot(_ emit: Emit) {
      hasEnded = true
      emit(.removed(folders.root, isFolder: true))
    }
  }

  // MARK: Understanding

  extension InotifyTree {
    /// - Parameter isAll: The kernel has nothing more to say at the moment.
    mutating func take(_ records: [InotifyRecord], isAll: Bool, _ emit: Emit) throws(FileError) {
      let listedBefore = Array(listed.keys)
      for record in records where !hasEnded && !isLost { try take(record, emit) }
      // What is left of the records has happened before.
      if isLost { try startOver(emit) }
      lastChanged = nil
      if isAll {
        for watch in listedBefore { listed[watch] = nil }
        missed = missed.compactMapValues { $0 > 1 ? $0 - 1 : nil }
      }
    }

    private mutating func take(_ record: InotifyRecord, _ emit: Emit) throws(FileError) {
      let (watch, name) = (record.watch, record.name)
      if record.has(IN_Q_OVERFLOW) { return isLost = true }
      guard folders.contains(watch) else { return }
      if name == [0] { return takeOwn(record, emit) }
      if !record.has(IN_MODIFY | IN_ATTRIB) { lastChanged = nil }
      if record.has(IN_CREATE | IN_MOVED_TO) { giveUp(leavers(before: record), emit) }

      if record.has(IN_CREATE) {
        if listed[watch]?.remove(name) != nil { return }
        try appear(name, in: watch, isFolder: record.isFolder, emit)
      } else if record.has(IN_MOVED_TO) {
        try arrive(record, emit)
      } else if record.has(IN_MOVED_FROM) {
        listed[watch]?.remove(name)
        leaving[record.cookie] = Leaving(watch: watch, name: name, isFolder: record.isFolder)
      } else if record.has(IN_DELETE) {
        listed[watch]?.remove(name)
        disappear(name, in: watch, isFolder: record.isFolder, emit)
      } else if !record.isFolder {
        change(folders.path(of: name, in: watch), emit)
      }
    }

    /// What happened to a folder itself; its parent reports it too.
    private mutating func takeOwn(_ record: InotifyRecord, _ emit: Emit) {
      if folders.isRoot(record.watch) {
        if record.has(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED) { endRoot(emit) }
      } else if record.has(IN_IGNORED) {
        unwatch(record.watch)
      }
    }

    private mutating func appear(
      _ name: Name, in watch: Int32, isFolder: Bool, _ emit: Emit
    ) throws(FileError) {
      emit(.created(folders.path(of: name, in: watch), isFolder: isFolder))
      if isFolder, folders.child(name, of: watch) == nil { try watchNew(name, in: watch, emit) }
    }

    private mutating func disappear(_ name: Name, in watch: Int32, isFolder: Bool, _ emit: Emit) {
      emit(.removed(folders.path(of: name, in: watch), isFolder: isFolder))
      if let child = folders.child(name, of: watch) { unwatch(child) }
    }

    /// Several writes in a row are one change.
    private mutating func change(_ path: FilePath, _ emit: Emit) {
      if lastChanged != path { emit(.changed(path)) }
      lastChanged = path
    }

    /// The second half of a rename, or something that comes from elsewhere.
    private mutating func arrive(_ record: InotifyRecord, _ emit: Emit) throws(FileError) {
      let (watch, name) = (record.watch, record.name)
      listed[watch]?.remove(name)
      // Something may take the place of an empty folder, without an event that says so.
      if let known = folders.child(name, of: watch), !isWatched(folders.path(of: known), by: known) {
        unwatch(known)
      }
      guard let left = leaving.removeValue(forKey: record.cookie) else {
        return try appear(name, in: watch, isFolder: record.isFolder, emit)
      }
      let old = folders.path(of: left.name, in: left.watch)
      let new = folders.path(of: name, in: watch)
      let child = folders.child(left.name, of: left.watch)
      // The news is late: what is watched is another folder that had got the old name, or not all that is below.
      if let child, !isWatched(new, by: child) || missed.keys.contains(where: { folders.holds(child, $0) }) {
        return isLost = true
      }
      emit(.renamed(old, to: new, isFolder: record.isFolder))
      guard record.isFolder else { return }
      if let child, entering(new) { return folders.add(child, name, in: watch) }
      if let child { unwatch(child) } else { try watchNew(name, in: watch, emit) }
    }

    /// False: the watch is that of another folder. (Adding one again gives the same.)
    private func isWatched(_ folder: FilePath, by watch: Int32) -> Bool {
      guard let actual = try? queue.watch(folder, followingLink: false) else { return true }
      return actual == watch
    }

    /// What had the name before and has left for good: both halves of a rename come before the name can be taken again.
    private func leavers(before record: InotifyRecord) -> [UInt32] {
      leaving.filter { cookie, left in
        cookie != record.cookie && left.watch == record.watch && left.name == record.name
      }.map(\.key)
    }

    /// What has left and did not arrive has left for good.
    mutating func giveUp(_ leavers: [UInt32], _ emit: Emit) {
      for left in leavers.compactMap({ leaving.removeValue(forKey: $0) }) where folders.contains(left.watch) {
        disappear(left.name, in: left.watch, isFolder: left.isFolder, emit)
      }
    }
  }
#endif
