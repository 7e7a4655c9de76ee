import Signals

extension Signal {
  /// A signal with the events of both, as they come.
  ///
  ///     in     --a-----x--b--
  ///     other  ----1-2-------
  ///            merge(with: other)
  ///     out    --a-1-2-x--b--
  @inlinable public func merge(with other: Signal) -> Signal {
    Signal(fedBy: events.merge(with: other.events))
  }

  /// A signal with the latest values of both, whenever one of them sends an event.
  ///
  ///     in     --a-----x--b------
  ///     other  ----1---------2---
  ///            combineLatest(with: other)
  ///     out    ----a1--x--b1-b2--
  ///
  /// Its latest event is what the latest events of the two make together.
  ///
  /// - Fails: as long as the latest event of this signal, or of the other one, is a failure.
  @inlinable public func combineLatest<U>(with other: Signal<U>) -> Signal<(T, U)> {
    Signal<(T, U)>(fedBy: events.combineLatest(with: other.events).map { $0.zip(with: $1) })
  }

  /// A signal that pairs the first events of both, then the second ones, and so on.
  ///
  ///     in     --a--x--b-------
  ///     other  ---1------2--3--
  ///            zip(with: other)
  ///     out    ---a1-----x--b3-
  ///
  /// - Fails: where one of the two events is a failure.
  /// - Buffers: the events that wait for a partner, without a limit.
  @inlinable public func zip<U>(with other: Signal<U>) -> Signal<(T, U)> {
    Signal<(T, U)>(fedBy: events.zip(with: other.events).map { $0.zip(with: $1) })
  }

  /// A signal that goes on with another one when this one is over.
  ///
  ///     in     --a--b--        (released)
  ///     other  -1---2------3--
  ///            concat(other)
  ///     out    --a--b-2----3--
  ///
  /// Nothing ends a signal but its release: then no more events can be sent into it. The other signal begins with its
  /// latest event, as for every late subscriber. Until then this signal keeps the other one.
  @inlinable public func concat(_ other: Signal) -> Signal {
    Signal(fedBy: events.append(other.events))
  }
}
