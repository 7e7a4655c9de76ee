import Signals

/// Why state is not a stream of events: a change that comes in two ways is still one change.
struct DiamondStep: Step {
  let title = "A diamond: two ways from one value to another"
  let announcement = """
    A thermometer, shown in °C and in °F, and a line that shows both. Combined from events, each reading \
    reaches the line twice, and the first time it says something that was never true. A property computes \
    the line when all it reads is up to date: each reading reaches it once.
    """

  func run(on terminal: Terminal) -> [Check] {
    let readings = [25, 30]
    let first = Display(celsius: 20, fahrenheit: 68)
    let naive = combineEvents(from: first.celsius, readings)
    let (consistent, computations) = computeProperty(from: first.celsius, readings)

    terminal.line(
      "    " + terminal.paint(.bad, "combined events".padded(to: 36)) + terminal.paint(.push, "a property"))
    var rest = consistent[...]
    for line in naive {
      let right = line.isTrue ? rest.popFirst()?.text ?? "" : ""
      terminal.line("      " + line.drawn.padded(to: 36) + right)
    }
    terminal.line()

    let expected = [first] + readings.map { Display(celsius: $0, fahrenheit: $0 * 9 / 5 + 32) }
    return [
      Check("Combined events: two lines for each reading.", announced: 5, seen: naive.count),
      Check(
        "Combined events: one of the two was never true.", announced: 2,
        seen: naive.filter { !$0.isTrue }.count),
      Check(
        "A property: one line for each reading, and all are true.", announced: expected, seen: consistent),
      Check("It was computed once for each.", announced: 3, seen: computations),
      Check(
        "Two changes in one transaction: one line.", announced: ["20 × 3", "5 × 4"], seen: changeTogether()),
    ]
  }

  private func combineEvents(from first: Int, _ readings: [Int]) -> [Display] {
    let seen = Journal<Display>()
    let thermometer = MutableProperty(first)
    let celsius = thermometer.producer
    let fahrenheit = thermometer.producer.map { $0 * 9 / 5 + 32 }
    celsius.combineLatest(with: fahrenheit).startWithValues {
      seen.note(Display(celsius: $0, fahrenheit: $1))
    }
    for reading in readings { thermometer.value = reading }
    return seen.entries
  }

  private func computeProperty(from first: Int, _ readings: [Int]) -> (lines: [Display], computations: Int) {
    let seen = Journal<Display>()
    let computations = Counter()
    let thermometer = MutableProperty(first)
    let fahrenheit = thermometer.map { $0 * 9 / 5 + 32 }
    let line = Property {
      computations.next()
      return Display(celsius: thermometer.value, fahrenheit: fahrenheit.value)
    }
    line.producer.startWithValues { seen.note($0) }
    for reading in readings { thermometer.value = reading }
    return (seen.entries, computations.count)
  }

  private func changeTogether() -> [String] {
    let seen = Journal<String>()
    let (price, count) = (MutableProperty(20), MutableProperty(3))
    let order = Property { "\(price.value) × \(count.value)" }
    order.producer.startWithValues { seen.note($0) }
    transaction {
      price.value = 5
      count.value = 4
    }
    return seen.entries
  }
}

/// What the display says.
private struct Display: Equatable, Sendable {
  let celsius: Int
  let fahrenheit: Int

  var isTrue: Bool { fahrenheit == celsius * 9 / 5 + 32 }
  var text: String { "\(celsius) °C is \(fahrenheit) °F" }
  var drawn: String { text + (isTrue ? "" : "  never true") }
}
