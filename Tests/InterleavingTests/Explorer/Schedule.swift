/// Which thread runs when, said as what differs from the plain order: each thread runs until it ends or waits, then the
/// next one does.
struct Schedule: Sendable, Equatable {
  /// At one step, another thread than the plain order says.
  struct Switch: Sendable, Equatable {
    let step: Int
    let thread: Int
  }

  /// Stands for a thread where the one that runs is about to store something: it goes on, and the others do not see the
  /// store until it comes to a fence, a lock or an update.
  static let keeping = 7

  /// In the order of the steps.
  var switches: [Switch] = []
}

/// As it is written down for a replay: `12B.30A` lets thread B go on at step 12 and thread A at step 30.
extension Schedule: CustomStringConvertible {
  var description: String {
    switches.isEmpty ? "plain" : switches.map { "\($0.step)\(threadName($0.thread))" }.joined(separator: ".")
  }

  init?(_ text: some StringProtocol) {
    if text == "plain" { return }
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard let letter = part.last?.asciiValue, ("A"..."H").contains(Character(UnicodeScalar(letter))),
        let step = Int(part.dropLast())
      else { return nil }
      switches.append(Switch(step: step, thread: Int(letter) - 65))
    }
  }
}

func threadName(_ thread: Int) -> String { String(UnicodeScalar(UInt8(65 + thread))) }
