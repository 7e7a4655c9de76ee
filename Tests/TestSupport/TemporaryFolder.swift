import Foundation

/// A folder that is gone with the last reference to it.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("signals-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    do { try FileManager.default.removeItem(at: url) } catch { print("left behind: \(url.path): \(error)") }
  }

  /// Writes a file; folders on the way are made.
  @discardableResult
  package func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> URL {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Self.write(Array(bytes), to: file, O_TRUNC)
    return file
  }

  /// As any program would: without waiting for the disk, and so that no child process inherits the file.
  private static func write(_ bytes: [UInt8], to file: URL, _ flag: Int32) throws {
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_CLOEXEC | flag, 0o644)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      rest = rest.dropFirst(count)
    }
  }

  @discardableResult
  package func write(_ name: String, _ text: String) throws -> URL { try write(name, text.utf8) }

  /// Writes at the end of a file, which is made if it is not there.
  package func append(_ name: String, _ bytes: some Sequence<UInt8>) throws {
    try Self.write(Array(bytes), to: url.appendingPathComponent(name), O_APPEND)
  }

  package func append(_ name: String, _ text: String) throws { try append(name, text.utf8) }

  /// Puts a file in its place in one step, with all that is in it: for watchers that is one event.
  package func place(_ name: String, _ text: String) throws {
    let elsewhere = try TemporaryFolder()
    let file = try elsewhere.write("file", text)
    guard Foundation.rename(file.path, url.appendingPathComponent(name).path) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  package func link(_ name: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: url.appendingPathComponent(name).path, withDestinationPath: destination)
  }
}

extension TemporaryFolder {
  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: url.appendingPathComponent(name))
  }

  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: url.appendingPathComponent(name), withIntermediateDirectories: true)
  }

  package func rename(_ name: String, to new: String) throws {
    try FileManager.default.moveItem(
      at: url.appendingPathComponent(name), to: url.appendingPathComponent(new))
  }
}
