extension String {
  /// Without control characters, which could do anything to a terminal.
  package var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
          default: scalar
          }
        }))
  }
}
