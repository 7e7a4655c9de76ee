import Foundation
import Signals
import SignalsFoundation

/// The outside world as a stream: what the system tells about files becomes what is in one of them.
struct WatchedFileStep: Step {
  let title = "A file that is changed while it is watched"
  let announcement = """
    A list is watched while an editor changes it. Editors save like this: they write another file, then \
    rename it over the old one. The watcher of the folder reports each step; the pipeline waits for \
    the one that matters, and reads the lines. It ends with the folder.
    """

  /// What is in a file, whenever there is something new.
  private func contents(
    of file: FilePath, receiving: @escaping @Sendable (FileEvent) -> Void
  ) -> SignalProducer<String, FileError> {
    SignalProducer.fileEvents(below: file.folder)
      .on(next: receiving)
      .filter { $0.brings(file) }
      .flatMap(.latest) { _ in SignalProducer.lines(ofFile: file).map(\.text).collect() }
      .map { $0.joined(separator: ", ") }
  }

  func run(on terminal: Terminal) -> [Check] {
    let seen = Journal<Event<String, FileError>> { event in
      terminal.line("      " + terminal.paint(.pull, "\(event)"))
    }
    let saves = ["milk", "milk, bread", "eggs"]
    do throws(FileError) {
      let folder = try FilePath.temporaryFolder(named: "desk")
      let list = folder.appending("list.txt")
      let start = contents(of: list) { terminal.line("        \($0.words)") }.start(seen.note)
      for (index, text) in saves.enumerated() {
        terminal.line("    " + terminal.paint(.push, "save: \(text)"))
        try list.save(text.replacing(", ", with: "\n") + "\n")
        wait { seen.entries.count > index }
      }
      terminal.line("    " + terminal.paint(.push, "remove the folder"))
      folder.removeWithAll()
      wait { seen.entries.last == .completed }
      start.dispose()
      folder.folder.removeWithAll()
    } catch {
      terminal.line("      no file: \(error)")
    }
    terminal.line()
    return [
      Check(
        "Saved three times, read three times: each time whole, and then the end.",
        announced: saves.map { .next($0) } + [.completed], seen: seen.entries)
    ]
  }
}

extension FileEvent {
  /// Whether there may be something new to read in a file.
  fileprivate func brings(_ file: FilePath) -> Bool {
    switch self {
    case .created(file, _), .changed(file), .renamed(_, to: file, _), .overflow: true
    default: false
    }
  }

  fileprivate var words: String {
    switch self {
    case .created(let path, _): "created \(path.name)"
    case .changed(let path): "changed \(path.name)"
    case .removed(let path, _): "removed \(path.name)"
    case .renamed(let old, let new, _): "renamed \(old.name) to \(new.name)"
    case .overflow: "too much at once"
    case .unwatched(let error): "\(error)"
    }
  }
}

extension FilePath {
  /// A new folder, in another new one whose name is unique.
  fileprivate static func temporaryFolder(named name: String) throws(FileError) -> FilePath {
    let place = FilePath(FileManager.default.temporaryDirectory.path).appending("signalbox-\(UUID())")
    try place.makeFolder()
    let folder = place.appending(name)
    try folder.makeFolder()
    return folder
  }

  /// Saves as editors do: a concurrent reader finds the old text or the new one, and no mixture.
  fileprivate func save(_ text: String) throws(FileError) {
    let other = folder.appending("\(name).new")
    try other.write(text)
    try other.rename(to: self)
  }

  /// What cannot be removed stays: the system empties its folder for temporary files some day.
  fileprivate func removeWithAll() { try? FileManager.default.removeItem(atPath: text) }
}
