/// A line of a program: half as large as a `StaticString` with a number.
///
/// Sendable because the text is a constant of the program.
@usableFromInline package struct SourcePlace: @unchecked Sendable {
  private let text: UnsafePointer<UInt8>
  package let line: UInt32

  /// - Precondition: `fileID` is text, and not a single Unicode scalar, as `#fileID` is.
  @usableFromInline package init(_ fileID: StaticString, _ line: UInt) {
    text = fileID.utf8Start
    self.line = UInt32(clamping: line)
  }

  package var fileID: String { String(cString: text) }
}
