import SignalsFoundation

/// What Git keeps about a repository, as far as it says what is of no interest.
enum GitRepository {
  /// The rules for a repository that are not part of it. Worktrees of one repository share them.
  ///
  /// - Parameter repository: The folder with something named `.git` in it: a folder, or a file that says where that is.
  static func excludes(of repository: FilePath) -> FilePath {
    var folder = repository.appending(".git")
    if let place = text(of: folder), place.starts(with: pointer) {
      folder = repository.appending(path: place.dropFirst(pointer.count))
      if let common = text(of: folder.appending("commondir")) { folder = folder.appending(path: common[...]) }
    }
    return folder.appending("info").appending("exclude")
  }

  private static let pointer = Array("gitdir: ".utf8)

  /// The first line of a small file; nil if there is none.
  private static func text(of file: FilePath) -> [UInt8]? {
    guard let bytes = file.content(followingLink: true) else { return nil }
    return Array(bytes.prefix { $0 != UInt8(ascii: "\n") })
  }

  /// The rules of the user for all repositories. Runs Git for that, because its configuration has many places;
  /// without Git, or where that says nothing, it is where Git looks then. Blocks the calling thread for the few
  /// milliseconds that this takes.
  ///
  /// - Precondition: The caller is no task.
  static func userExcludes(in repository: FilePath, _ environment: [String: String]) -> FilePath? {
    var question = ChildProcess("git", ["config", "--type=path", "--get", "core.excludesFile"])
    question.workingDirectory = repository
    let lines = question.run()
      .compactMap { if case .line(let line, from: .output) = $0 { line.text } else { nil } }
      .replaceError(with: "")
      .waitForAll()
    if let answer = lines?.first, !answer.isEmpty {
      return repository.appending(path: Array(answer.utf8)[...])
    }
    let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : FilePath($0) }
    let home = environment["HOME"].map { FilePath($0).appending(".config") }
    return (folder ?? home)?.appending("git").appending("ignore")
  }
}

extension FilePath {
  /// Where a path leads from this folder.
  fileprivate func appending(path: ArraySlice<UInt8>) -> FilePath {
    path.first == UInt8(ascii: "/")
      ? FilePath(utf8: path) : FilePath(utf8: utf8 + [UInt8(ascii: "/")] + path)
  }
}
