import Signals

@testable import SignalBox

/// Keeps what a terminal receives.
final class Screen: Sendable {
  private let written = Guarded((output: "", errors: ""))

  var output: String { written.withLock { $0.output } }
  var errors: String { written.withLock { $0.errors } }
  var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

  func terminal(
    isLive: Bool = false, hasColor: Bool = false, width: Int = 80, keyboard: (any Keyboard)? = nil
  ) -> Terminal {
    Terminal(
      isLive: isLive, hasColor: hasColor, width: width, keyboard: keyboard,
      write: { text in self.written.withLock { $0.output += text } },
      writeError: { text in self.written.withLock { $0.errors += text } })
  }
}
