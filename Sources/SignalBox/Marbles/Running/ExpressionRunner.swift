import Signals
import SignalsMarbles

/// Where a picture is made: a clock that is moved by hand, sources that play diagrams, and a record of
/// what they and the outputs say.
final class ExpressionRunner: Sendable {
  /// How many steps fit into a picture.
  static let limit = 60
  /// How many events fit into the diagram of a source.
  static let mostEvents = 1_000

  let clock = TestScheduler()
  let budget = Budget()
  private let limit: Int
  /// Whether what sources send is sent whether or not they are observed, as a signal does.
  private let isPushed: Bool
  /// The sources that are pushed, until the run is over: what observes them may refer to them.
  private let pushed = Guarded<[PushedSource]>([])
  private let tracks = Guarded<[[Timeline]]>([])
  private let outputs = Guarded<[Output]>([])
  /// The outputs, those of streams that are values too.
  private let starts = CompositeDisposable()

  private struct PushedSource: Sendable {
    let played: MarbleProducer
    let events = Signal<Marble, TestFailure>.pipe()
  }

  fileprivate struct Output: Sendable {
    let name: String
    let begin: Int
    let recorder: Recorder<Marble, TestFailure>
    let isInner: Bool
  }

  /// - Parameters:
  ///   - limit: The number of steps after which nothing is drawn any more.
  ///   - isPushed: Whether sources send from the first step on, whether or not they are observed.
  init(limit: Int = ExpressionRunner.limit, isPushed: Bool = false) {
    self.limit = limit
    self.isPushed = isPushed
  }

  /// A source that plays a diagram: at each start, or once if it is pushed.
  ///
  /// - Parameter place: Where the diagram stands in the expression, if it stands there.
  func source(_ name: String, _ diagram: MarbleDiagram, at place: Int? = nil) -> MarbleProducer {
    let track = newTrack(Timeline(name: name, role: .source, place: place, rest: diagram))
    let played = play(diagram, on: track, of: budget.current) { run in
      run == 0 ? (name, .source) : ("again", .again)
    } value: {
      Marble($0)
    }
    if !isPushed { return played }
    let number = pushed.withLock { pushed in
      pushed.append(PushedSource(played: played))
      return pushed.count - 1
    }
    return .deferred { [self] in
      pushed.withLock { $0.indices.contains(number) ? $0[number].events.output.producer : .empty }
    }
  }

  /// A source that sends numbers as fast as they are taken, and shows when each was.
  func numbers(upTo count: Int) -> MarbleProducer {
    let track = newTrack(Timeline(name: "made", role: .source))
    let numbers = MarbleProducer((1...count).map { Marble("\($0)") })
    return .attaching { [self] observer, subscription in
      let run = begin(track, MarbleDiagram(steps: [])) { run in
        run == 0 ? ("made", .source) : ("again", .again)
      }
      let watched = Observer<Marble, TestFailure> { event in
        self.note(MarbleDiagram.Mark(event) { $0.name }, track, run)
        observer.send(event: event)
      }
      numbers.attach(watched, subscription)
    }
  }

  /// A source that plays the diagram of a literal.
  func source(_ name: String, _ literal: Literal) throws(SyntaxError) -> MarbleProducer {
    source(name, try literal.diagram(), at: literal.position)
  }

  /// Makes a source of each marble, which plays a diagram with the name of the marble in front of each
  /// name in it.
  func template(_ name: String, _ literal: Literal) throws(SyntaxError)
    -> @Sendable (Marble) -> MarbleProducer
  {
    let diagram = try literal.diagram()
    let track = newTrack(Timeline(name: name, role: .inner, place: literal.position, rest: diagram))
    let owner = budget.current
    return { outer in
      self.play(diagram, on: track, of: owner) { _ in
        ("\(name) \(outer.name)", .inner)
      } value: {
        Marble(outer.name + $0)
      }
    }
  }

  /// The name, with a number if another source has it already.
  func unusedName(_ name: String) -> String {
    let taken = tracks.withLock { $0.map { $0[0].name } }
    if !taken.contains(name) { return name }
    return (2...).lazy.map { "\(name)\($0)" }.first { !taken.contains($0) }!
  }

  /// Runs what an operator made of the sources.
  ///
  /// - Parameter observers: Who starts it, and in which step.
  /// - Returns: The picture; only a part of it if the budget does not suffice.
  func run(
    _ stream: MarbleProducer, as code: String, observers: [(name: String, step: Int)] = [("out", 0)]
  ) -> Picture {
    for (name, step) in observers {
      if step == 0 {
        starts += stream.start(observe(as: name))
      } else {
        starts += clock.schedule(at: MarbleDiagram.step * step) { [self] in
          starts += stream.start(observe(as: name))
        }
      }
    }
    // After those that observe from the first step on.
    for source in pushed.withLock({ $0 }) { starts += source.played.start(source.events.input) }
    if clock.advance(to: MarbleDiagram.step * limit * 2, atMost: Self.mostActions) == nil { budget.exhaust() }
    // What records them refers to the runner.
    let finished = outputs.withLock { outputs in
      defer { outputs = [] }
      return outputs
    }
    let timelines = finished.map { $0.timeline(limit: limit) }
    let picture = Picture(
      code: code, inputs: tracks.withLock { $0 }.flatMap { $0 }, outputs: timelines.map { $0.timeline },
      goesOn: timelines.contains(where: { $0.goesOn }))
    // Only now, or the disposal would be in the picture.
    finish()
    return picture
  }

  /// Ends what was begun, and runs what the clock holds: that may refer to the clock.
  func finish() {
    starts.dispose()
    _ = clock.advance(to: Swift.max(clock.now, MarbleDiagram.step * limit * 2), atMost: Self.mostActions)
    // Outside the lock: what is released may end streams.
    let released = pushed.withLock { pushed in
      defer { pushed = [] }
      return pushed
    }
    withExtendedLifetime(released) {}
  }

  /// Most actions of the clock are paid for by the starts and values that they lead to; others, such as the ticks of
  /// `sample`, come at most once per step and start.
  private static let mostActions = 4 * Budget.work

  private func newTrack(_ timeline: Timeline) -> Int {
    tracks.withLock { tracks in
      tracks.append([timeline])
      return tracks.count - 1
    }
  }

  private var step: Int { Int(clock.now / MarbleDiagram.step) }
}

// MARK: - Inputs

extension ExpressionRunner {
  /// What the row of a run is.
  private typealias Row = @Sendable (_ run: Int) -> (name: String, role: Timeline.Role)

  private func play(
    _ diagram: MarbleDiagram, on track: Int, of owner: Int, row: @escaping Row,
    value: @escaping @Sendable (String) -> Marble
  ) -> MarbleProducer {
    SignalProducer { [self] observer, lifetime in
      guard budget.spendRow(of: owner, events: diagram.steps.joined().count), step < limit else { return }
      let run = begin(track, diagram.mapNames { value($0).name }, row)
      lifetime.onEnd { self.end(track, run) }
      let watched = Observer<Marble, TestFailure> { event in
        self.note(MarbleDiagram.Mark(event) { $0.name }, track, run)
        observer.send(event: event)
      }
      lifetime += diagram.play(into: watched, on: clock, value: value)
    }
  }

  private func begin(_ track: Int, _ plan: MarbleDiagram, _ row: Row) -> Int {
    tracks.withLock { tracks in
      let place = tracks[track][0].place
      if tracks[track][0].begin == nil { tracks[track] = [] }
      let run = tracks[track].count
      let (name, role) = row(run)
      let rest = plan.moved(by: step).cut(at: limit)
      tracks[track].append(Timeline(name: name, role: role, place: place, begin: step, rest: rest))
      return run
    }
  }

  /// What happens moves from the plan, if there is one, to the record.
  private func note(_ mark: MarbleDiagram.Mark, _ track: Int, _ run: Int) {
    if step >= limit { return }
    tracks.withLock { tracks in
      tracks[track][run].events.add(mark, at: step)
      if tracks[track][run].rest.steps.indices.contains(step) {
        tracks[track][run].rest.steps[step].removeFirst()
      }
    }
  }

  private func end(_ track: Int, _ run: Int) {
    tracks.withLock { tracks in
      if tracks[track][run].events.end == nil, step < limit { tracks[track][run].letGo = step }
    }
  }
}

// MARK: - Outputs

extension ExpressionRunner {
  private func observe(as name: String, isInner: Bool = false) -> Observer<Marble, TestFailure> {
    let recorder = Recorder<Marble, TestFailure>(on: clock) { [self] event in
      guard let marble = event.value, let stream = marble.stream, budget.spendInnerRow() else { return }
      starts += stream.start(observe(as: marble.name, isInner: true))
    }
    let output = Output(name: name, begin: step, recorder: recorder, isInner: isInner)
    outputs.withLock { $0.append(output) }
    return recorder.observer
  }
}

extension ExpressionRunner.Output {
  fileprivate func timeline(limit: Int) -> (timeline: Timeline, goesOn: Bool) {
    let entries = recorder.entries
    let seen = entries.prefix { $0.time < MarbleDiagram.step * limit }
    let timeline = Timeline(
      name: name, role: isInner ? .inner : .output, begin: begin,
      events: MarbleDiagram(Array(seen)) { $0.name },
      carriesStreams: seen.contains { $0.event.value?.stream != nil })
    return (timeline, seen.count < entries.count)
  }
}

extension MarbleDiagram.Mark {
  /// That of a value.
  var name: String? { if case .value(let name) = self { name } else { nil } }
}

extension MarbleDiagram {
  func mapNames(_ transform: (String) -> String) -> MarbleDiagram {
    MarbleDiagram(
      steps: steps.map { marks in
        marks.map { if case .value(let name) = $0 { .value(transform(name)) } else { $0 } }
      })
  }

  fileprivate func moved(by count: Int) -> MarbleDiagram {
    MarbleDiagram(steps: Array(repeating: [], count: count) + steps)
  }

  fileprivate func cut(at count: Int) -> MarbleDiagram {
    MarbleDiagram(steps: Array(steps.prefix(count)))
  }
}
