import Signals

/// Ten stages on a source that the optimiser does not know.
@inline(never)
func incrementedTenTimes<D>(_ source: EventStream<D, Int, Never>) -> EventStream<D, Int, Never> {
  source
    .map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
    .map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
}

/// The same with closures that capture something, as most of a program do.
@inline(never)
func increasedTenTimes<D>(_ source: EventStream<D, Int, Never>, by step: Int) -> EventStream<D, Int, Never> {
  source
    .map { $0 &+ step }.map { $0 &+ step }.map { $0 &+ step }.map { $0 &+ step }.map { $0 &+ step }
    .map { $0 &+ step }.map { $0 &+ step }.map { $0 &+ step }.map { $0 &+ step }.map { $0 &+ step }
}
