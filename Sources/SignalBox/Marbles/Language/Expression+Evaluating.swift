import Signals
import SignalsMarbles

extension Expression {
  /// Makes the stream that the expression says.
  ///
  /// - Parameters:
  ///   - source: What the first operator is applied to; nil if it has to begin a stream.
  ///   - preferred: The operator that is meant where its name stands.
  /// - Returns: The stream, and the expression as Swift code.
  func evaluate(
    on source: MarbleProducer?, _ runner: ExpressionRunner, preferring preferred: Operator? = nil
  ) throws(SyntaxError) -> (stream: MarbleProducer, code: String) {
    var stream = source
    var codes: [String] = []
    var hasStreams = false
    for call in calls.map({ $0.spelledOut }) {
      let candidates = preferred?.name == call.name ? [preferred!] : try call.candidates()
      let (chosen, literals) = try call.match(candidates)
      if chosen.kind == .creation, stream != nil {
        throw SyntaxError("\(call.name) begins a stream and cannot follow another", at: call.position)
      }
      if chosen.kind != .creation, stream == nil {
        throw SyntaxError("\(call.name) needs a stream before it", at: call.position)
      }
      if chosen.kind == .joining, !hasStreams, preferred == nil {
        throw SyntaxError(
          "\(call.name) needs streams as values, as windows and grouped make them", at: call.position)
      }
      hasStreams = hasStreams || chosen.kind == .splitting
      runner.budget.beginOperator(makesStreams: chosen.kind == .splitting)
      let (next, code): (MarbleProducer, String)
      do throws(Refusal) {
        (next, code) = try chosen.apply(to: stream ?? .never, literals, on: runner)
      } catch {
        throw error.mistake(orAt: call.position)
      }
      stream = runner.budget.metered(next)
      codes.append(code)
    }
    return (stream ?? .never, codes.joined(separator: "."))
  }

  /// Runs the expression on a diagram; nil if it begins a stream itself.
  ///
  /// - Parameter isPushed: Whether the sources send from the first step on, whether or not they are observed.
  func picture(
    of diagram: MarbleDiagram?, observers: [(name: String, step: Int)] = [("out", 0)],
    limit: Int = ExpressionRunner.limit, preferring preferred: Operator? = nil, isPushed: Bool = false
  ) throws(SyntaxError) -> Picture {
    let runner = ExpressionRunner(limit: limit, isPushed: isPushed)
    let source = diagram.map { runner.budget.metered(runner.source("in", $0)) }
    let (stream, code) = try evaluate(on: source, runner, preferring: preferred)
    let picture = runner.run(stream, as: code, observers: observers)
    guard let overrun = runner.budget.overrun else { return picture }
    let call = calls[overrun.index]
    throw SyntaxError(overrun.sentence(about: call.name), at: call.position)
  }

  /// The same with sources that are pushed; nil if the same comes out.
  func pushedPicture(
    of diagram: MarbleDiagram?, observers: [(name: String, step: Int)] = [("out", 0)],
    limit: Int = ExpressionRunner.limit, preferring preferred: Operator? = nil, unlike pulled: Picture
  ) -> Picture? {
    do throws(SyntaxError) {
      let pushed = try picture(
        of: diagram, observers: observers, limit: limit, preferring: preferred, isPushed: true)
      return pushed.outputs == pulled.outputs ? nil : pushed
    } catch {
      return nil
    }
  }
}
