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
    /// Who subscribes late gets the latest event where he subscribes, as always.
    ///
    /// - Buffers: the events that the queue has not come to yet.
    public func on(queue: DispatchQueue) -> Signal { on(QueueScheduler(targeting: queue)) }
  }
#endif
