#if canImport(Dispatch)
  import Dispatch
  import SignalsFoundation

  extension Signal {
    /// A signal with the same events, delivered on a queue, one at a time.
    ///
    ///     in   --a--b--x--
    ///          on(queue: .main)
    ///     out  --a--b--x--     (on the queue)
    ///
    /// A late subscriber gets the latest event at once, on the thread that subscribes, as always.
    ///
    /// - Buffers: the events that the queue has not come to yet, without a limit.
    @inlinable public func on(queue: DispatchQueue) -> Signal { on(QueueScheduler(targeting: queue)) }
  }
#endif
