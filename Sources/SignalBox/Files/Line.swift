import Signals

/// What is counted about one line of a text. The text itself is not kept: a line may be as long as a
/// file.
struct Line: Equatable, Sendable {
  /// With the line feed at its end, if it has one.
  var byteCount = 0
  var isBlank = true
  var isValidUTF8 = true
}

extension EventStream where Value == [UInt8] {
  /// The lines in a text that comes in pieces; an empty piece ends the text.
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  /// - Buffers: the lines that end in one piece.
  func lines() -> EventStream<D, Line, Failure> {
    scan(into: LineScanner()) { $0.scan($1) }
      .flatMap(.concat) { SignalProducer($0.lines) }
  }
}
