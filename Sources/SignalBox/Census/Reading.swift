import SignalsFoundation

/// What reading files tells, bit by bit.
enum Reading: Sendable {
  case line(Line, Kind)
  /// A file was read to its end.
  case file(Kind)
  /// A file was not read, or not to its end.
  case unread(FileError)

  var endsFile: Bool { if case .file = self { true } else { false } }
}
