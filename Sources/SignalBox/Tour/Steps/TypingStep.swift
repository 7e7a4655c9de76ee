import Signals

struct TypingStep: Step {
  let title = "Typing"
  let announcement = "To come."
  func run(on terminal: Terminal) -> [Check] { [] }
}
