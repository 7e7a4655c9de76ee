import Foundation
import Signals
import SignalsFoundation
import TestSupport
import Testing

extension TemporaryFolder {
  /// Lets a link lead somewhere else, in one step.
  func point(_ link: String, to destination: String) throws {
    try self.link("\(link).new", to: destination)
    #expect(Foundation.rename("\(url.path)/\(link).new", "\(url.path)/\(link)") == 0)
  }
}

/// A folder that is being watched, and the events of it.
final class Watch {
  let folder: TemporaryFolder
  let start: any Disposable
  private let notes: Notes<String>

  init(
    _ way: FileWatcherTests.Way, in folder: TemporaryFolder? = nil, below name: String = "",
    entering: @escaping @Sendable (FilePath) -> Bool = { _ in true },
    alsoDoing action: @escaping @Sendable () -> Void = {}
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    let root = folder.url.path
    let notes = Notes<String>()
    self.folder = folder
    self.notes = notes
    start = way.watcher.events(below: FilePath(name.isEmpty ? root : "\(root)/\(name)"), entering: entering)
      .start { event in
        notes.add(
          "\(event.map(Self.text))".replacing("next(", with: "").replacing(")", with: "")
            .replacing("\(root)/", with: ""))
        action()
      }
  }

  deinit { start.dispose() }

  /// Folders end with a slash.
  private static func text(_ event: FileEvent) -> String {
    func end(_ isFolder: Bool) -> String { isFolder ? "/" : "" }
    return switch event {
    case .created(let path, let isFolder): "created \(path)\(end(isFolder))"
    case .changed(let path): "changed \(path)"
    case .removed(let path, let isFolder): "removed \(path)\(end(isFolder))"
    case .renamed(let path, let new, let isFolder): "renamed \(path) to \(new)\(end(isFolder))"
    case .overflow: "overflow"
    case .unwatched(let error): "unwatched: \(error)"
    }
  }

  var seen: [String] { notes.entries }

  /// Waits for all of these, in whatever order.
  func sees(_ expected: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let isSeen = try await eventually { Set(expected).isSubset(of: self.seen) }
    try #require(isSeen, "saw \(seen)", sourceLocation: sourceLocation)
  }

  func sees(_ expected: String, times: Int) async throws {
    let isSeen = try await eventually { self.seen.count { $0 == expected } >= times }
    try #require(isSeen, "saw \(seen)")
  }

  /// Writes until it is noticed: between two looks of a watcher that polls nothing may seem to have changed.
  func writeUntilSeen(_ name: String, _ text: String, _ expected: String) async throws {
    var text = text
    let isSeen = try await eventually {
      if self.seen.contains(expected) { return true }
      try self.folder.write(name, text)
      text += "."
      return false
    }
    try #require(isSeen, "saw \(seen)")
  }
}
