import Console
import Foundation
import Signals
import SignalsFoundation

@main struct Ship {
  static let help = """
    Usage: ship LOG TARGET [--batch N] [--every TIME] [--overlap TIME]

    Appends the lines of LOG to TARGET, also when LOG is rotated, and keeps in the file
    TARGET.place how far it was. The next start goes on there: no line is lost or written
    twice, whatever ends the program. Writes N (1000) lines at once, or what there is
    after TIME (100ms). Reads a file that was renamed as well as the new one for TIME (10s).

    When a file that it was reading is gone, lines may be lost: it says so and ends.
    Remove TARGET.place to begin with the file that is there.

    Ctrl-C writes what was read, and ends.
    Exit status: 1 if something failed, 2 for wrong usage.
    """

  static func main() async {
    let arguments = Arguments(of: "ship", help: help, options: ["--batch", "--every", "--overlap"])
    guard arguments.names.count == 2 else { arguments.misuse("a LOG and a TARGET are needed") }
    let (log, target) = (FilePath(arguments.names[0]), URL(filePath: arguments.names[1]))
    let batch = arguments.number("--batch", from: 1, otherwise: 1000)
    let interval = arguments.duration("--every", otherwise: .milliseconds(100))
    let overlap = arguments.duration("--overlap", otherwise: .seconds(10))
    do {
      var store = try PlaceStore(for: target)
      let lines = SignalProducer.lines(following: log, from: store.position, overlap: overlap)
        .prefix(until: SignalProducer.terminationSignals)
        .chunks(ofCount: batch, orEvery: interval)
      // While lines are written, nothing is read.
      for try await chunk in lines.values() { try store.append(chunk) }
    } catch {
      Console.complain("ship: \(error)")
      exit(1)
    }
  }
}

/// A file of lines that come of a followed file, and beside it, in a small file, how far both of them are.
///
/// The small file is replaced in one step after the lines are written. What the other one holds beyond the length that is
/// saved was written right before the program was killed: it is cut off, and its lines come once more.
struct PlaceStore {
  private struct Saved: Codable {
    /// Behind the last line that was written; nil before the first one.
    var place: FilePlace?
    /// Of the file with the lines.
    var length: UInt64
  }

  private let target: FileHandle
  private let file: URL
  private var saved: Saved

  /// - Parameter target: The file that the lines are appended to. The small one has its name, and `.place` behind it.
  init(for target: URL) throws {
    file = target.appendingPathExtension("place")
    let descriptor = open(target.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.failure(of: target) }
    self.target = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    if FileManager.default.fileExists(atPath: file.path) {
      saved = try JSONDecoder().decode(Saved.self, from: Data(contentsOf: file))
      try self.target.truncate(atOffset: saved.length)
    } else {
      saved = Saved(place: nil, length: try self.target.seekToEnd())
      try save()
    }
  }

  /// Where to go on.
  var position: FilePosition { saved.place.map { .after($0) } ?? .beginning }

  /// Writes lines, and then how far they go. They are on the disk when it returns.
  mutating func append(_ lines: [TextLine]) throws {
    guard let last = lines.last else { return }
    // What is cut goes on with the next line.
    let text = lines.map { $0.isCut ? $0.text : $0.text + "\n" }.joined()
    try target.write(contentsOf: Data(text.utf8))
    try target.synchronize()
    saved = Saved(place: last.place, length: saved.length + UInt64(text.utf8.count))
    try save()
  }

  private func save() throws {
    let new = file.appendingPathExtension("new")
    let descriptor = open(new.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.failure(of: new) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: JSONEncoder().encode(saved))
    try handle.synchronize()
    if rename(new.path, file.path) != 0 { throw Self.failure(of: file) }
  }

  private static func failure(of file: URL) -> CocoaError {
    CocoaError(
      .fileWriteUnknown,
      userInfo: [
        NSFilePathErrorKey: file.path, NSUnderlyingErrorKey: POSIXError(.init(rawValue: errno) ?? .EIO),
      ])
  }
}
