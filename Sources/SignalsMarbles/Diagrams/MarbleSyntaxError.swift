/// Why a line is not a marble diagram, and where. It shows both:
///
///     a group is one instant, "-" cannot stand in it:
///       --a--(b-|)
///              ^
public struct MarbleSyntaxError: Error, Hashable, CustomStringConvertible {
  /// The line.
  public let text: String
  /// The wrong character, counted from 0.
  public let position: Int
  /// What is wrong, in a sentence.
  public let sentence: String

  public var description: String {
    """
    \(sentence):
      \(text)
      \(String(repeating: " ", count: position))^
    """
  }
}
