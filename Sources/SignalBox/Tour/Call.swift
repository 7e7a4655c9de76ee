/// One call on the way: which stage, and what it does.
struct Call: CustomStringConvertible {
  let stage: Character
  let action: Action

  enum Action {
    /// A stage of a signal is connected to the one above.
    case join
    /// A stage of a producer asks the one above for work.
    case start
    case give(Int)
  }

  var description: String {
    switch action {
    case .join: "\(stage) joins"
    case .start: "\(stage) asks"
    case .give(let value): "\(stage) \(value)"
    }
  }

  /// In the column of the stage.
  func draw(on terminal: Terminal) {
    let column = Int(stage.asciiValue! - Character("A").asciiValue!)
    let text =
      switch action {
      case .join: terminal.paint(.faint, "+ joins")
      case .start: terminal.paint(.pull, "← asks")
      case .give(let value): terminal.paint(.push, "→ \(value)")
      }
    terminal.line(String(repeating: " ", count: 6 + column * 14) + text)
    terminal.pause(.milliseconds(40))
  }
}

typealias Calls = Journal<Call>
