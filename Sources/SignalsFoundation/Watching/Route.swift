import Foundation

/// Which links a path leads through, and what to.
struct Route: Hashable, Sendable {
  /// The links on the way, as entries of folders that are no links.
  let links: [FilePath]
  /// What the path leads to, as such an entry; or what is missing on the way to that.
  let end: FilePath
  /// Nil: nothing is there.
  let status: FileStatus?
  /// Not even the folder is there that it would be in.
  let lacksFolder: Bool

  /// How long a path that leads through links may lead nowhere: some programs remove a link and make it anew.
  static let patience = Duration.milliseconds(100)

  /// More than this the system does not follow either.
  private static let mostLinks = 40

  /// - Complexity: a look at each part of the path, and of the links on the way.
  init(of path: FilePath) {
    var (folder, links) = (path.firstFolder, [FilePath]())
    var rest = Array(path.parts.reversed())
    while let part = rest.popLast() {
      if part.elementsEqual(".".utf8) { continue }
      if part.elementsEqual("..".utf8) {
        folder = folder.folder
        continue
      }
      let entry = folder.appending(utf8: part)
      let status = try? entry.status(followingLink: false)
      if status?.kind == .link, links.count < Self.mostLinks, let destination = entry.destination {
        links.append(entry)
        if destination.isAbsolute { folder = destination.firstFolder }
        rest += destination.parts.reversed()
      } else if let status, status.kind != .link, !rest.isEmpty {
        folder = entry
      } else {
        self.init(links, entry, status?.kind == .link ? nil : status, lacksFolder: !rest.isEmpty)
        return
      }
    }
    self.init(links, folder, try? folder.status(followingLink: false))
  }

  private init(_ links: [FilePath], _ end: FilePath, _ status: FileStatus?, lacksFolder: Bool = false) {
    (self.links, self.end, self.status, self.lacksFolder) = (links, end, status, lacksFolder)
  }

  var leadsToFolder: Bool { status?.kind == .folder }

  /// Where events come of that change the route, or concern what it leads to.
  var entries: [FilePath] { links + [end] }
}

extension FilePath {
  fileprivate var isAbsolute: Bool { utf8.first == UInt8(ascii: "/") }

  /// The folder that the parts count from, without links.
  fileprivate var firstFolder: FilePath {
    isAbsolute ? FilePath("/") : FilePath(".").resolved ?? FilePath(".")
  }

  fileprivate var parts: [ArraySlice<UInt8>] { utf8.split(separator: UInt8(ascii: "/")) }

  fileprivate func appending(utf8 name: ArraySlice<UInt8>) -> FilePath {
    let slash = utf8.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return FilePath(utf8: utf8 + slash + name)
  }

  /// Where a link leads.
  fileprivate var destination: FilePath? {
    let most = Int(PATH_MAX)
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      let length = try? withCString(to: .look) { readlink($0, buffer.baseAddress!, most) }
      count = max(0, length ?? 0)
    }
    return bytes.isEmpty ? nil : FilePath(utf8: bytes)
  }
}
