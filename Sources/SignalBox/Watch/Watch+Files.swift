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
    let rules = IgnoreRules(below: path, patterns: options.ignored)
    let (newRules, change) = Signal<Void, Never>.pipe()
    return newRules.producer
      .prepend(())
      .flatMap(.latest) {
        SignalProducer.fileEvents(below: path, entering: { !rules.ignores($0, isFolder: true) })
          .append(SignalProducer(error: FileError(path, .watch, .gone)))
      }
      // Rules may ignore their own file, but not that they are others now: news of the files that they concern is lost.
      .filter { $0.isAboutRules || !$0.isIgnored(by: rules) && !outputs.contains($0) }
      .on(next: { event in
        if event.isAboutRules {
          rules.reload()
          change.send(())
        }
      })
      .filter { !isComplaint($0) }
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

  fileprivate var isAboutRules: Bool {
    switch self {
    case .created(let path, _), .changed(let path), .removed(let path, _): path.name == ".gitignore"
    case .renamed(let old, let new, _): [old.name, new.name].contains(".gitignore")
    case .overflow, .unwatched: false
    }
  }
}
