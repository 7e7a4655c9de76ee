import Signals
import SignalsFoundation

/// What below a watched path is of no interest: `.git`, the patterns of the caller, and what Git ignores: by `.gitignore`
/// files, from the root of the repository down, by `.git/info/exclude`, and by the file of the user.
///
/// The rules of a repository stop at one that lies in it, which has its own.
struct IgnoreRules: Sendable {
  typealias Part = [UInt8]

  /// The watched path, as it was given.
  private let root: FilePath
  /// The caller's patterns, and how many parts lead to the folder that they count from.
  private let patterns: [IgnorePattern]
  private let patternParts: [Part]
  /// What the user has for all repositories.
  private let userExcludes: FilePath?
  private let known: Guarded<Known>

  /// What has been found out, by the path of a folder.
  private struct Known: Sendable {
    /// The parts of the watched path, from the root of the file system on.
    let rootParts: [Part]
    /// Whether something named `.git` is in it.
    var repositories: [[Part]: Bool] = [:]
    var files: [[Part]: [IgnorePattern]] = [:]
    /// Of a repository: its own rules before those of the user.
    var excludes: [[Part]: [[IgnorePattern]]] = [:]
    var outerFiles: [FilePath]?

    init(below root: FilePath) { rootParts = (root.resolved ?? root).parts }
  }

  init(
    below root: FilePath, patterns: [IgnorePattern] = [], of folder: FilePath = FilePath("."),
    userExcludes: FilePath? = nil
  ) {
    self.root = root
    self.patterns = patterns
    self.userExcludes = userExcludes
    patternParts = (folder.resolved ?? folder).parts
    known = Guarded(Known(below: root))
  }

  /// Whether to leave out a path at or below the root. What is below something ignored is ignored too.
  func ignores(_ path: FilePath, isFolder: Bool) -> Bool {
    let rootParts = rootParts
    let parts = rootParts + partsBelowRoot(path)
    // The root itself was asked for.
    for end in rootParts.count..<parts.count {
      if parts[end] == Array(".git".utf8) { return true }
      let isInner = end + 1 < parts.count
      if says(parts[...end], isFolder: isInner || isFolder) { return true }
    }
    return false
  }

  /// The files outside of the watched path that have a say.
  var outerFiles: [FilePath] {
    if let files = known.withLock({ $0.outerFiles }) { return files }
    let files = findOuterFiles()
    known.withLock { $0.outerFiles = files }
    return files
  }

  private func findOuterFiles() -> [FilePath] {
    let parts = rootParts
    guard let depth = repositoryDepth(above: parts.count + 1, of: parts) else { return [] }
    let files = (depth..<parts.count).map { FilePath(parts: parts[..<$0]).appending(".gitignore") }
    let excludes = GitRepository.excludes(of: FilePath(parts: parts[..<depth]))
    return files + [excludes] + (userExcludes.map { [$0] } ?? [])
  }

  /// The folder of the repository that the watched path lies in.
  var repository: FilePath? {
    let parts = rootParts
    return repositoryDepth(above: parts.count + 1, of: parts).map { FilePath(parts: parts[..<$0]) }
  }

  /// Finds out everything again, when it is needed.
  func reload() { known.withLock { $0 = Known(below: root) } }

  private var rootParts: [Part] { known.withLock { $0.rootParts } }

  private func partsBelowRoot(_ path: FilePath) -> [Part] {
    // Paths below the current folder do not mention it.
    root == FilePath(".") ? path.parts : FilePath(utf8: path.utf8.dropFirst(root.utf8.count)).parts
  }

  private func says(_ parts: ArraySlice<Part>, isFolder: Bool) -> Bool {
    if let verdict = patternVerdict(parts, isFolder: isFolder) { return verdict }
    let depth = repositoryDepth(above: parts.count, of: parts)
    for depth in ((depth ?? min(rootParts.count, parts.count))..<parts.count).reversed() {
      let file = file(in: Array(parts[..<depth]))
      if let verdict = file.ignores(parts[depth...], isFolder: isFolder) { return verdict }
    }
    guard let depth else { return false }
    return excludes(of: Array(parts[..<depth])).lazy
      .compactMap { $0.ignores(parts[depth...], isFolder: isFolder) }.first ?? false
  }

  private func patternVerdict(_ parts: ArraySlice<Part>, isFolder: Bool) -> Bool? {
    if parts.starts(with: patternParts) {
      return patterns.ignores(parts[patternParts.count...], isFolder: isFolder)
    }
    return patterns.filter(\.isAboutNames).ignores(parts, isFolder: isFolder)
  }

  // MARK: Finding out

  private func file(in folder: [Part]) -> [IgnorePattern] {
    look(\.files, folder) {
      // Git does not follow a link here: it could lead out of the repository.
      FilePath(parts: folder).appending(".gitignore").patterns(followingLink: false)
    }
  }

  private func excludes(of repository: [Part]) -> [[IgnorePattern]] {
    look(\.excludes, repository) {
      let own = GitRepository.excludes(of: FilePath(parts: repository)).patterns(followingLink: true)
      return [own, userExcludes?.patterns(followingLink: true) ?? []]
    }
  }

  /// How many parts lead to the innermost repository with fewer of them than `limit`.
  private func repositoryDepth(above limit: Int, of parts: some Sequence<Part>) -> Int? {
    let parts = Array(parts)
    return (0..<limit).reversed().first { depth in
      let folder = Array(parts[..<depth])
      return look(\.repositories, folder) { FilePath(parts: folder).appending(".git").exists }
    }
  }

  private func look<Answer>(
    _ answers: WritableKeyPath<Known, [[Part]: Answer]> & Sendable, _ folder: [Part], _ find: () -> Answer
  ) -> Answer where Answer: Sendable {
    if let known = known.withLock({ $0[keyPath: answers][folder] }) { return known }
    let answer = find()
    known.withLock { $0[keyPath: answers][folder] = answer }
    return answer
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

  fileprivate func patterns(followingLink: Bool) -> [IgnorePattern] {
    IgnorePattern.all(in: content(followingLink: followingLink) ?? [])
  }

  /// What a file holds; nil if there is none, or it cannot be read.
  func content(followingLink: Bool) -> [UInt8]? {
    guard (try? status(followingLink: followingLink))?.kind == .file else { return nil }
    let content = Guarded<[UInt8]?>(nil)
    SignalProducer.bytes(ofFile: self).reduce([]) { $0 + $1 }.startWithResult { result in
      if case .success(let bytes) = result { content.withLock { $0 = bytes } }
    }
    return content.withLock { $0 }
  }
}
