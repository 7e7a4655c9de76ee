#if canImport(Dispatch)
  import Dispatch
  import PushPull
  import TestSupport
  import Testing

  @Suite struct SignalQueueTests {
    @Test func deliversOnTheQueueInOrder() async throws {
      let trace = Trace()
      let queue = DispatchQueue(label: "the queue")
      let key = DispatchSpecificKey<String>()
      queue.setSpecific(key: key, value: "there")
      let numbers = Signal<Int>()
      numbers.on(queue: queue).subscribe {
        trace.add("\($0) \(DispatchQueue.getSpecific(key: key) ?? "here")")
      }
      for number in 1...100 { numbers.sendNext(number) }
      #expect(try await eventually { trace.lines.count == 100 })
      #expect(trace.lines == (1...100).map { "next(\($0)) there" })
    }
  }
#endif
