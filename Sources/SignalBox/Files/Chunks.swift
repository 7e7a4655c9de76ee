import Signals
import SignalsFoundation

extension SignalProducer<[UInt8], FileError> {
  /// The bytes of a text file, piece by piece, then an empty piece that says that no more will come.
  ///
  /// - Completes: after the empty piece.
  /// - Fails: after the empty piece, when the file cannot be read or its first piece shows that it is no text.
  /// - Buffers: one piece of at most `size` bytes, whatever the size of the file.
  static func chunks(of path: FilePath, size: Int = 64 * 1024) -> Self {
    let noMore = Self(value: [])
    return bytes(ofFile: path, size: size, mustBeText: true)
      .append(noMore)
      .catch { noMore.append(Self(error: $0)) }
  }
}
