/// Hands out the arguments of a call, one parameter after the other, and notes how they are written.
struct ArgumentReader {
  private let literals: [[Literal]]
  private let runner: ExpressionRunner
  private var index = 0
  private var written: [(label: String?, code: String)] = []

  init(literals: [[Literal]], runner: ExpressionRunner) {
    self.literals = literals
    self.runner = runner
  }

  mutating func read<Value>(_ parameter: Parameter<Value>) throws(Refusal) -> Value {
    let (value, code): Parameter<Value>.Reading<Value>
    do throws(SyntaxError) {
      (value, code) = try parameter.read(literals[index], runner)
    } catch {
      throw .literal(error)
    }
    index += 1
    if let code { written.append((parameter.label, code)) }
    return value
  }

  /// The arguments as Swift code; a closure at the end follows the brackets.
  var code: String {
    var written = written
    let closure = written.last.flatMap { $0.code.hasPrefix("{") ? $0.code : nil }
    if closure != nil { written.removeLast() }
    let list = written.map { ($0.label.map { $0 + ": " } ?? "") + $0.code }.joined(separator: ", ")
    if let closure { return (list.isEmpty ? "" : "(\(list))") + " " + closure }
    return "(\(list))"
  }
}
