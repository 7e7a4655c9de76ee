import Foundation
import Signals
import SignalsFoundation

/// Shows a program to a user, or writes down what it says.
struct Inspection: Sendable {
  let options: InspectOptions
  let program: InspectedProgram
  let terminal: Terminal
  private let clock = QueueScheduler(name: "inspect")

  init(_ options: InspectOptions, of program: InspectedProgram, on terminal: Terminal) {
    (self.options, self.program, self.terminal) = (options, program, terminal)
  }

  /// Until the user or the program ends it.
  func run() -> ExitStatus {
    do throws(InspectionFailure) {
      let recorder = try options.recording.map { path throws(InspectionFailure) in try Recording(to: path) }
      if options.isOnce || options.isJSON || !terminal.isLive || terminal.keyboard == nil {
        try runAsText(recorder)
      } else {
        try runLive(recorder)
      }
      try recorder?.end()
      return .success
    } catch {
      terminal.complain("signalbox: \(error)")
      return .failure
    }
  }

  /// The lines that come, each written to the recording too.
  private func lines(recordedBy recorder: Recording?) -> SignalProducer<InspectorLine, InspectionFailure> {
    program.lines.on(next: { recorder?.write($0.text) }).map(\.line)
  }

  /// The same, for as long as was asked for.
  private func limited<Value: Sendable>(
    _ stream: SignalProducer<Value, InspectionFailure>
  ) -> SignalProducer<Value, InspectionFailure> {
    guard let duration = options.duration else { return stream }
    return stream.prefix(until: SignalProducer<Void, Never>.timer(after: duration, on: clock))
  }

  // MARK: As text

  private func runAsText(_ recorder: Recording?) throws(InspectionFailure) {
    let model = Guarded(InspectorModel())
    if case .subscription(let number) = options.view.page { program.watch(number) }
    // What `--once` waits for before it prints needs all samples until then.
    let recorded = lines(recordedBy: recorder)
    // The program's time. The model stays where it is: a copy would have to be made for each sample.
    let samples = (options.isOnce ? recorded : limited(recorded))
      .prefix(until: SignalProducer.terminationSignals)
      .compactMap { line -> Double? in
        model.withLock { model in
          model.take(line)
          if case .end = line, model.isComplete { return model.now }
          return nil
        }
      }
    if options.isOnce {
      // Rates need a moment. A program may send samples a minute apart: then there are none.
      let patience = options.duration ?? .milliseconds(1_200)
      let isLate = SignalProducer<Void, Never>.timer(after: patience, on: clock)
        .setFailureType(to: InspectionFailure.self)
      let isKnown = try samples.map { _ in true }.merge(with: isLate.map { false })
        .scan((isKnown: false, isLate: false)) { state, isSample in
          (state.isKnown || isSample, state.isLate || !isSample)
        }
        .filter { $0.isKnown && $0.isLate }
        .waitForFirst()
      if isKnown == nil { throw InspectionFailure("the program has ended before it sent a sample") }
      show(model.withLock { $0 })
    } else if options.recording != nil, !options.isJSON {
      terminal.complain("signalbox: recording; Ctrl-C ends it")
      try samples.waitForEnd()
    } else {
      // Of samples that come several times in a second one is enough to read.
      try samples
        .removeDuplicates(by: { $1 - $0 < 1_000 })
        .on(next: { _ in show(model.withLock { $0 }) })
        .waitForEnd()
    }
  }

  private func show(_ model: InspectorModel) {
    if options.isJSON { return terminal.write(model.json + "\n") }
    var view = options.view
    view.hasCursor = false
    view.mostTroubles = .max
    // Room for everything.
    let rows = max(40, view.rows(of: model).count + 12 + 4 * model.troubles.count)
    let lines = view.lines(of: model, columns: terminal.width, rows: rows).dropLast()
    let last = lines.lastIndex { !$0.text.isEmpty } ?? 0
    terminal.write(
      lines[...last].map { $0.drawn(on: terminal, columns: terminal.width) + "\n" }.joined() + "\n")
  }

  // MARK: On a terminal

  private enum Input: Sendable {
    case line(InspectorLine)
    case keys(String)
    case tick
    /// The program has ended, or serves no longer.
    case over
  }

  /// What is known and what is looked at; used by one thread at a time.
  private struct State {
    var model = InspectorModel()
    var view: InspectorView
    var hasLeft = false
    var hasEnded = false
    /// When, and in what size, it was drawn last, and how long that took.
    var drawnAt: ContinuousClock.Instant?
    var drawingTime = Duration.zero
    var drawnSize: Terminal.Size?
    /// Something has come since.
    var hasNews = true
  }

  private func runLive(_ recorder: Recording?) throws(InspectionFailure) {
    guard let keyboard = terminal.keyboard else { return }
    let screen = LiveScreen(on: terminal)
    let state = Guarded(State(view: options.view))
    keyboard.open()
    defer {
      screen.leave()
      keyboard.close()
    }
    if case .subscription(let number) = options.view.page { program.watch(number) }
    let typed = keyboard.typed(leaving: screen.leave).map { Input.keys($0) }
    let ticks = SignalProducer.interval(every: .milliseconds(250), on: clock).map { _ in Input.tick }
    let inputs = lines(recordedBy: recorder).map { Input.line($0) }
      .append(SignalProducer(value: .over))
      .merge(with: typed.merge(with: ticks).setFailureType(to: InspectionFailure.self))
    try limited(inputs)
      .filter { input in take(input, in: state, on: screen) }
      .prefix(while: { _ in !state.withLock { $0.hasLeft } })
      .waitForEnd()
  }

  /// Whether the user has left.
  private func take(_ input: Input, in state: Guarded<State>, on screen: LiveScreen) -> Bool {
    let size = terminal.size()
    let (lines, outcomes, hasLeft) = state.withLock { state -> ([ViewLine]?, [InspectorView.Outcome], Bool) in
      var outcomes: [InspectorView.Outcome] = []
      switch input {
      case .over: state.hasEnded = true
      case .line(let line):
        state.model.take(line)
        // The first sample is drawn at once, the others with the ticks.
        if case .end = line { state.hasNews = true }
        if state.drawnAt != nil || !state.model.isComplete { return (nil, [], false) }
      case .keys(let piece): outcomes = press(Key.all(in: piece), in: &state, size)
      case .tick:
        if !state.hasNews, state.drawnSize == size { return (nil, [], false) }
        // Most of the time is for reading.
        if let drawnAt = state.drawnAt, .now - drawnAt < state.drawingTime * 5 { return (nil, [], false) }
      }
      state.hasNews = false
      state.hasLeft = state.hasLeft || outcomes.contains(.leaves)
      return (drawn(&state, size), outcomes, state.hasLeft)
    }
    for outcome in outcomes {
      switch outcome {
      case .opens(let number): program.watch(number)
      case .closes(let number): program.unwatch(number)
      case .stays, .leaves: break
      }
    }
    if let lines, !hasLeft {
      if case .keys("") = input { screen.leave() }
      screen.show(lines.map { $0.drawn(on: terminal, columns: size.columns) }, in: size)
    }
    return hasLeft
  }

  private func press(_ keys: [Key], in state: inout State, _ size: Terminal.Size) -> [InspectorView.Outcome] {
    keys.map { key in
      let numbers = state.view.rows(of: state.model).map(\.number)
      let room = state.view.room(of: state.model, columns: size.columns, rows: size.rows)
      let outcome = state.view.press(key, on: numbers, room: room)
      if case .closes(let number) = outcome { state.model.dropEvents(of: number) }
      return outcome
    }
  }

  private func drawn(_ state: inout State, _ size: Terminal.Size) -> [ViewLine] {
    let begin = ContinuousClock.now
    defer { (state.drawnAt, state.drawnSize, state.drawingTime) = (.now, size, .now - begin) }
    let listed = state.view.rows(of: state.model)
    state.view.scroll(
      over: listed.map(\.number),
      room: state.view.room(of: state.model, columns: size.columns, rows: size.rows))
    var lines = state.view.lines(of: state.model, columns: size.columns, rows: size.rows, listing: listed)
    if state.hasEnded, !lines.isEmpty {
      lines[lines.count - 1] = ViewLine("the program has ended, or serves no longer · q: quit", .bad)
    }
    return lines
  }
}
