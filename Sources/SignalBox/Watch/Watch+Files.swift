import Foundation
import Signals
import SignalsFoundation

extension Watch {
  /// What happens to files that are not ignored. When the rules for that change, everything is looked at
  /// anew: what they allow now has not been watched so far.
  ///
  /// - Completes: never.
  /// - Fails: when `path` cannot be watched, and when it is gone: a folder that is made in its place is another one, and
  ///   a command that runs no more without a word helps no user.
  func fileChanges(below path: FilePath) -> SignalProducer<FileEvent, FileError> {
    let rules = rules(below: path)
    let (newRules, change) = Signal<Void, Never>.pipe()
    return newRules.producer
      .prepend(())
      .flatMap(.latest) {
        SignalProducer.fileEvents(below: path, entering: { !rules.ignores($0, isFolder: true) })
          .append(SignalProducer(error: FileError(path, .watch, .gone)))
          .merge(with: changes(of: rules.outerFiles))
      }
      // Rules may ignore their own file, but not that they are others now: news of the files that they concern is lost.
      .filter { $0.isAboutRules(rules) || !$0.isIgnored(by: rules) && !outputs.contains($0) }
      .on(next: { event in
        if event.isAboutRules(rules) {
          rules.reload()
          change.send(())
        }
      })
      .filter { !isComplaint($0) }
  }

  private func rules(below path: FilePath) -> IgnoreRules {
    let repository = IgnoreRules(below: path).repository
    let environment = ProcessInfo.processInfo.environment
    return IgnoreRules(
      below: path, patterns: options.ignored,
      userExcludes: repository.flatMap { GitRepository.userExcludes(in: $0, environment) })
  }

  /// What happens to files of rules. Folders that are not there, or cannot be watched, are no failure: the rules count all
  /// the same.
  private func changes(of files: [FilePath]) -> SignalProducer<FileEvent, FileError> {
    .merge(
      Dictionary(grouping: files, by: \.folder).map { folder, files in
        SignalProducer.fileEvents(below: folder) { _ in false }
          .filter { event in event.paths.contains(where: files.contains) }
          .completeOnError()
          .setFailureType(to: FileError.self)
      })
  }

  /// What happens to single files of one folder. No rules apply to what the user has named.
  ///
  /// - Completes: never.
  /// - Fails: when one of them cannot be watched, and when the folder is gone.
  func fileChanges(of files: [FilePath]) -> SignalProducer<FileEvent, FileError> {
    SignalProducer.fileEvents(of: files)
      .append(SignalProducer(error: FileError(files[0], .watch, .gone)))
      .filter { !outputs.contains($0) && !isComplaint($0) }
  }

  /// A folder that cannot be watched is no change, but the user should know.
  private func isComplaint(_ event: FileEvent) -> Bool {
    guard case .unwatched(let error) = event else { return false }
    terminal.complain("signalbox: \(error)")
    return true
  }
}

extension FileEvent {
  fileprivate func isIgnored(by rules: IgnoreRules) -> Bool {
    switch self {
    case .created(let path, let isFolder), .removed(let path, let isFolder):
      rules.ignores(path, isFolder: isFolder)
    case .changed(let path): rules.ignores(path, isFolder: false)
    case .renamed(let old, let new, let isFolder):
      rules.ignores(old, isFolder: isFolder) && rules.ignores(new, isFolder: isFolder)
    case .overflow, .unwatched: false
    }
  }

  /// Whether rules may be others now. Where a repository begins or ends, others count.
  fileprivate func isAboutRules(_ rules: IgnoreRules) -> Bool {
    if self == .overflow { return true }
    return paths.contains { [".gitignore", ".git"].contains($0.name) || rules.outerFiles.contains($0) }
  }
}
