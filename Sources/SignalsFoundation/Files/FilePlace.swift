/// How far a followed file has been read: where ``Signals/EventStream/lines(following:from:longest:overlap:)`` goes on after the
/// program was started again.
///
///     let place = FilePlace(try String(contentsOf: saved, encoding: .utf8))
///     SignalProducer.lines(following: log, from: place.map { .after($0) } ?? .beginning)
///       .startWithResult { … }  // Keeps the `place` of the last line that was dealt with.
///
/// It knows the file by its number on its device, so that it is found under another name, and a checksum of what is before
/// the place, so that another file that has got the number, or one that was written anew, is not taken for it. While several
/// files are read, as after a rotation, it says how far each of them was.
///
/// A place is a text of one line without spaces (``description``), which ``init(_:)`` reads again.
public struct FilePlace: Hashable, Sendable {
  /// A place in one file.
  struct Position: Hashable, Sendable {
    let file: FileStatus.Identity
    let offset: Int
    /// Of the bytes right before it.
    let checksum: UInt64
  }

  /// In the file that had the name, or was the last one to have it.
  let newest: Position
  /// In those that had lost it and were still read, the oldest first.
  let older: [Position]

  /// The place without the files that had lost the name and were still read: for a program that would rather lose what was
  /// written late into these than fail with ``FileError/Cause/placeLost``, because one of them is gone.
  public var inNewestFile: FilePlace { FilePlace(newest: newest, older: []) }
}

// MARK: As a text

extension FilePlace: LosslessStringConvertible {
  public var description: String { ([newest] + older).map(\.text).joined(separator: ",") }

  /// Nil: the text is not the description of a place.
  public init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let positions = parts.compactMap { Position($0) }
    guard positions.count == parts.count, let newest = positions.first else { return nil }
    self.init(newest: newest, older: Array(positions.dropFirst()))
  }
}

extension FilePlace.Position {
  fileprivate var text: String {
    [file.device, file.number, UInt64(offset), checksum].map { String($0, radix: 16) }.joined(separator: ":")
  }

  fileprivate init?(_ text: Substring) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.first == "+" ? nil : UInt64($0, radix: 16) }
    guard parts.count == 4, numbers.count == 4, let offset = Int(exactly: numbers[2]) else { return nil }
    self.init(
      file: FileStatus.Identity(device: numbers[0], number: numbers[1]), offset: offset, checksum: numbers[3])
  }
}

extension FilePlace: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let place = FilePlace(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not the text of a place")
    }
    self = place
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

// MARK: Checksums

extension FilePlace {
  /// How many bytes before a place are compared.
  static let checkedCount = 64

  /// Of the last bytes before a place, at most ``checkedCount``.
  static func checksum(of bytes: some Collection<UInt8>) -> UInt64 {
    bytes.withContiguousStorageIfAvailable { checksum(of: UnsafeRawBufferPointer($0)) }
      ?? Array(bytes).withUnsafeBytes { checksum(of: $0) }
  }

  /// Eight bytes at a time, because each line has one. A file is not made to deceive.
  private static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = UInt64(bytes.count)
    func mix(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    var index = 0
    while index + 8 <= bytes.count {
      mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
      index += 8
    }
    for byte in bytes[index...] { mix(UInt64(byte)) }
    return hash
  }
}
