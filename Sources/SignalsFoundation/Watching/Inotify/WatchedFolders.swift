#if os(Linux)
  /// Which number of the kernel stands for which folder. Folders know their name and the folder they are
  /// in, so that renaming one takes one step, however much it holds.
  struct WatchedFolders: Sendable {
    typealias Name = [CChar]

    private struct Folder {
      /// The watch of the folder that it is in; for the root its own.
      var parent: Int32
      var name: Name
      var children: [Name: Int32] = [:]
    }

    let root: FilePath
    private var folders: [Int32: Folder] = [:]

    init(root: FilePath) { self.root = root }

    var watches: Set<Int32> { Set(folders.keys) }

    func contains(_ watch: Int32) -> Bool { folders[watch] != nil }

    func isRoot(_ watch: Int32) -> Bool { folders[watch]?.parent == watch }

    func child(_ name: Name, of watch: Int32) -> Int32? { folders[watch]?.children[name] }

    /// Whether a folder is `top`, or lies in it, however deep.
    func holds(_ top: Int32, _ watch: Int32) -> Bool {
      var current = watch
      while current != top {
        guard let folder = folders[current], folder.parent != current else { return false }
        current = folder.parent
      }
      return true
    }

    mutating func addRoot(_ watch: Int32) { folders[watch] = Folder(parent: watch, name: [0]) }

    /// Adds a folder, or moves one that is known.
    mutating func add(_ watch: Int32, _ name: Name, in parent: Int32) {
      if var known = folders[watch] {
        folders[known.parent]?.children[known.name] = nil
        (known.parent, known.name) = (parent, name)
        folders[watch] = known
      } else {
        folders[watch] = Folder(parent: parent, name: name)
      }
      folders[parent]?.children[name] = watch
    }

    /// Forgets a folder and all below. Returns them.
    mutating func remove(_ watch: Int32) -> [Int32] {
      guard let top = folders[watch] else { return [] }
      if folders[top.parent]?.children[top.name] == watch { folders[top.parent]?.children[top.name] = nil }
      var removed = [watch]
      var next = 0
      while next < removed.count {
        if let folder = folders.removeValue(forKey: removed[next]) { removed += folder.children.values }
        next += 1
      }
      return removed
    }

    func path(of watch: Int32) -> FilePath {
      var names: [Name] = []
      var current = watch
      while let folder = folders[current], folder.parent != current {
        names.append(folder.name)
        current = folder.parent
      }
      return names.reversed().reduce(root, Self.join)
    }

    func path(of name: Name, in watch: Int32) -> FilePath {
      Self.join(path(of: watch), name)
    }

    private static func join(_ folder: FilePath, _ name: Name) -> FilePath {
      name.withUnsafeBufferPointer { folder.appending($0.baseAddress!) }
    }
  }
#endif
