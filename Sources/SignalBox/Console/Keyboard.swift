import Signals

/// The keys of a user, as they are pressed.
protocol Keyboard: Sendable {
  /// Begins to take keys: what is pressed from here on is not shown.
  func open()

  /// Waits for a key. What was pressed before the wait does not count.
  ///
  /// - Parameter prompt: Shows what the keys do. It is called when the wait begins, and again when the program goes on
  ///   after the user has suspended it.
  /// - Returns: Nil where no key can come.
  func key(_ prompt: @escaping @Sendable () -> Void) -> Character?

  /// What is typed from here on, piece by piece as it comes. An empty piece says that the program went on after it was
  /// suspended, or begins to take keys.
  ///
  /// - Parameter leaving: Called before the terminal goes to another program, or the program ends by a signal.
  func typed(leaving: @escaping @Sendable () -> Void) -> SignalProducer<String, Never>

  /// Leaves the terminal as it was before.
  func close()
}
