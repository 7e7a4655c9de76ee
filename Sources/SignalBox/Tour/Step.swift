/// One stop of the tour: says what it is about to show, shows it, and returns what it checked.
protocol Step: Sendable {
  var title: String { get }
  /// What will be seen, in one or two sentences.
  var announcement: String { get }

  func run(on terminal: Terminal) -> [Check]
}
