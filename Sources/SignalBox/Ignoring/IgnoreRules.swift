import Signals
import SignalsFoundation

/// What below a watched path is of no interest: `.git`, what `.gitignore` files say, from the root of the
/// repository down, and the patterns of the caller.
struct IgnoreRules: Sendable {
  typealias Part = [UInt8]

  /// The watched path, as it was given; its parts, from the root of the file system on.
  private let root: FilePath
  private let rootParts: [Part]
  /// How many of them lead to the root of the repository.
  private let repositoryDepth: Int
  /// The caller's patterns, and how many parts lead to the folder that they count from.
  private let patterns: [IgnorePattern]
  private let patternParts: [Part]
  /// What has been read of `.gitignore` files, by the path of the folder.
  private let files = Guarded<[[Part]: [IgnorePattern]]>([:])

  init(below root: FilePath, patterns: [IgnorePattern] = [], of folder: FilePath = FilePath(".")) {
    self.root = root
    self.patterns = patterns
    rootParts = (root.resolved ?? root).parts
    patternParts = (folder.resolved ?? folder).parts
    repositoryDepth = Self.repositoryDepth(of: rootParts)
  }

  /// Whether to leave out a path at or below the root. What is below something ignored is ignored too.
  func ignores(_ path: FilePath, isFolder: Bool) -> Bool {
    let parts = rootParts + partsBelowRoot(path)
    // The root itself was asked for.
    for end in rootParts.count..<parts.count {
      if parts[end] == Array(".git".utf8) { return true }
      let isInner = end + 1 < parts.count
      if says(parts[...end], isFolder: isInner || isFolder) { return true }
    }
    return false
  }

  private func partsBelowRoot(_ path: FilePath) -> [Part] {
    // Paths below the current folder do not mention it.
    root == FilePath(".") ? path.parts : FilePath(utf8: path.utf8.dropFirst(root.utf8.count)).parts
  }

  /// Reads all `.gitignore` files again, when they are needed.
  func reload() { files.withLock { $0 = [:] } }

  private func says(_ parts: ArraySlice<Part>, isFolder: Bool) -> Bool {
    if let verdict = patternVerdict(parts, isFolder: isFolder) { return verdict }
    for depth in (repositoryDepth..<parts.count).reversed() {
      let file = file(in: Array(parts[..<depth]))
      if let verdict = file.ignores(parts[depth...], isFolder: isFolder) { return verdict }
    }
    return false
  }

  private func patternVerdict(_ parts: ArraySlice<Part>, isFolder: Bool) -> Bool? {
    if parts.starts(with: patternParts) {
      return patterns.ignores(parts[patternParts.count...], isFolder: isFolder)
    }
    return patterns.filter(\.isAboutNames).ignores(parts, isFolder: isFolder)
  }

  private func file(in folder: [Part]) -> [IgnorePattern] {
    if let known = files.withLock({ $0[folder] }) { return known }
    let path = FilePath(parts: folder).appending(".gitignore")
    let content = Guarded<[UInt8]>([])
    // A file that is not there says nothing, and one that cannot be read neither.
    SignalProducer.bytes(ofFile: path).startWithResult { result in
      if case .success(let bytes) = result { content.withLock { $0 += bytes } }
    }
    let patterns = IgnorePattern.all(in: content.withLock { $0 })
    files.withLock { $0[folder] = patterns }
    return patterns
  }

  /// The innermost folder with something named `.git` in it; without one, the watched path itself.
  private static func repositoryDepth(of parts: [Part]) -> Int {
    let depth = (0...parts.count).reversed().first { depth in
      FilePath(parts: parts[..<depth]).appending(".git").exists
    }
    return depth ?? parts.count
  }
}

extension FilePath {
  fileprivate var parts: [IgnoreRules.Part] {
    utf8.split(separator: UInt8(ascii: "/")).map(Array.init).filter { $0 != Array(".".utf8) }
  }

  fileprivate init(parts: some Collection<IgnoreRules.Part>) {
    self.init(utf8: Array("/".utf8) + parts.joined(separator: "/".utf8))
  }

  fileprivate var exists: Bool {
    do throws(FileError) { _ = try status(followingLink: false) } catch { return false }
    return true
  }
}
