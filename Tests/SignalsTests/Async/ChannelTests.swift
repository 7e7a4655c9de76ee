import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct ChannelTests {
  @Test func bringsValuesToAStream() async throws {
    let channel = Channel<Int, Oops>(limit: 2)
    let sending = Task {
      for number in 1...100 { try await channel.send(number) }
      channel.complete()
    }
    #expect(try await channel.producer.allValues() == Array(1...100))
    try await sending.value
  }

  @Test func valuesWaitForTheConsumer() async throws {
    let channel = Channel<Int, Oops>(limit: 3)
    for number in 1...3 { try await channel.send(number) }
    channel.complete()
    let recorder = Recorder<Int, Oops>()
    channel.producer.start(recorder.observer)
    #expect(recorder.events == [.next(1), .next(2), .next(3), .completed])
  }

  @Test("E8: a value is delivered before send returns") func deliversAtOnce() async throws {
    let channel = Channel<Int, Oops>(limit: 1)
    let recorder = Recorder<Int, Oops>()
    channel.producer.start(recorder.observer)
    for number in 1...3 {
      try await channel.send(number)
      #expect(recorder.values == Array(1...number))
    }
    channel.fail(Oops(code: 3))
    #expect(recorder.events.last == .failed(Oops(code: 3)))
  }

  @Test("B1: send suspends while the channel is full") func sendSuspends() async throws {
    let channel = Channel<Int, Oops>(limit: 2)
    let sent = Log<Int>()
    let recorder = Recorder<Int, Oops>()
    let start = channel.producer.start(recorder.observer)
    start.pause()
    let sending = Task {
      for number in 1...6 {
        try await channel.send(number)
        sent.add(number)
      }
    }
    #expect(try await eventually { channel.waitingCount == 1 })
    #expect(sent.entries == [1, 2])
    #expect(recorder.values == [])
    start.resume()
    try await sending.value
    #expect(try await eventually { recorder.values.count == 6 })
    #expect(recorder.values == Array(1...6))
  }

  @Test("B3: a task is never more than the limit ahead") func boundedByASlowLoop() async throws {
    let channel = Channel<Int, Oops>(limit: 4)
    let sent = Counter()
    let sending = Task {
      for number in 0..<1000 {
        try await channel.send(number)
        sent.increment()
      }
      channel.complete()
    }
    var taken = 0
    for try await number in channel.producer.values(buffering: .suspending(1)) {
      #expect(number == taken)
      taken += 1
      #expect(sent.value <= taken + 4 + 2)
    }
    #expect(taken == 1000)
    try await sending.value
  }

  @Test func severalTasksWaitInTheOrderInWhichTheyCame() async throws {
    let channel = Channel<Int, Oops>(limit: 1)
    try await channel.send(0)
    var tasks: [Task<Void, any Error>] = []
    for number in 1...10 {
      tasks.append(Task { try await channel.send(number) })
      #expect(try await eventually { channel.waitingCount == number })
    }
    let recorder = Recorder<Int, Oops>()
    channel.producer.start(recorder.observer)
    for task in tasks { try await task.value }
    channel.complete()
    #expect(try await eventually { recorder.events.last == .completed })
    #expect(recorder.values == Array(0...10))
  }

  @Test("A1: cancelling a task that waits ends its send") func cancellation() async throws {
    let channel = Channel<Int, Oops>(limit: 1)
    try await channel.send(1)
    let waiting = Task { try await channel.send(2) }
    #expect(try await eventually { channel.waitingCount == 1 })
    waiting.cancel()
    await #expect(throws: ChannelError.cancelled) { try await waiting.value }
    #expect(channel.waitingCount == 0)
    channel.complete()
    #expect(try await channel.producer.allValues() == [1], "the value was not sent")
  }

  @Test func aCancelledTaskSendsNothing() async throws {
    let channel = Channel<Int, Oops>(limit: 1)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await channel.send(1)
    }
    task.cancel()
    await #expect(throws: ChannelError.cancelled) { try await task.value }
    channel.complete()
    #expect(try await channel.producer.allValues() == [])
  }

  @Test func theEndOfTheConsumerClosesTheChannel() async throws {
    let channel = Channel<Int, Oops>(limit: 1)
    let start = channel.producer.startWithFailed { _ in }
    start.pause()
    try await channel.send(1)
    let waiting = Task { try await channel.send(2) }
    #expect(try await eventually { channel.waitingCount == 1 })
    start.dispose()
    await #expect(throws: ChannelError.closed) { try await waiting.value }
    await #expect(throws: ChannelError.closed) { try await channel.send(3) }
  }

  @Test func afterTheEndNothingIsSent() async throws {
    let channel = Channel<Int, Oops>(limit: 4)
    try await channel.send(1)
    channel.complete()
    channel.fail(Oops())
    await #expect(throws: ChannelError.closed) { try await channel.send(2) }
    let (recorder, late) = (Recorder<Int, Oops>(), Recorder<Int, Oops>())
    channel.producer.start(recorder.observer)
    #expect(recorder.events == [.next(1), .completed])
    channel.producer.start(late.observer)
    #expect(late.events == [.interrupted])
  }

  @Test func tasksThatWaitSendBeforeTheEnd() async throws {
    let channel = Channel<Int, Oops>(limit: 1)
    try await channel.send(1)
    let waiting = Task { try await channel.send(2) }
    #expect(try await eventually { channel.waitingCount == 1 })
    channel.complete()
    #expect(try await channel.producer.allValues() == [1, 2])
    try await waiting.value
  }

  @Test func aSecondConsumerIsInterrupted() async throws {
    let channel = Channel<Int, Oops>(limit: 1)
    let (first, second) = (Recorder<Int, Oops>(), Recorder<Int, Oops>())
    channel.producer.start(first.observer)
    channel.producer.start(second.observer)
    try await channel.send(1)
    #expect(first.values == [1])
    #expect(second.events == [.interrupted])
  }

  @Test("B2: an end is not held back by a pause") func theEndDuringAPause() async throws {
    let channel = Channel<Int, Oops>(limit: 1)
    let recorder = Recorder<Int, Oops>()
    channel.producer.start(recorder.observer).pause()
    channel.complete()
    #expect(recorder.events == [.completed])
  }

  @Test func aReleasedChannelIsInterrupted() async throws {
    var channel: Channel<Int, Oops>? = Channel(limit: 2)
    let producer = channel!.producer
    try await channel?.send(1)
    channel = nil
    let recorder = Recorder<Int, Oops>()
    producer.start(recorder.observer)
    #expect(recorder.events == [.next(1), .interrupted])
  }

  @Test("D4: a channel and what it holds are released") func releases() async throws {
    let log = Log<String>()
    do {
      let channel = Channel<Probe, Oops>(limit: 2)
      let start = channel.producer.startWithFailed { _ in }
      start.pause()
      try await channel.send(Probe { log.add("value") })
      start.dispose()
      #expect(log.entries == ["value"])
      let unused = Channel<Probe, Oops>(limit: 2)
      try await unused.send(Probe { log.add("unused") })
    }
    #expect(try await eventually { log.entries.count == 2 })
  }

  @Test func itIsASourceLikeAnyOther() async throws {
    let channel = Channel<Int, Never>(limit: 1)
    let recorder = Recorder<Int, Never>()
    SignalProducer<Int, Never>([1, 2]).merge(with: channel).start(recorder.observer)
    try await channel.send(3)
    channel.interrupt()
    #expect(recorder.events == [.next(1), .next(2), .next(3), .interrupted])
  }

  @Test("E6: many tasks send, one is cancelled now and then") func manyTasks() async throws {
    let channel = Channel<Int, Oops>(limit: 3)
    let recorder = Recorder<Int, Oops>()
    let start = channel.producer.start(recorder.observer)
    let sent = Log<Int>()
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<8 {
        group.addTask {
          for number in 0..<500 {
            let value = sender * 1000 + number
            let sending = Task { try await channel.send(value) }
            if number % 7 == 0 { sending.cancel() }
            if case .success = await sending.result { sent.add(value) }
          }
        }
      }
      group.addTask {
        for _ in 0..<200 {
          start.pause()
          await Task.yield()
          start.resume()
        }
      }
    }
    channel.complete()
    #expect(try await eventually { recorder.events.last == .completed })
    #expect(recorder.violations.isEmpty)
    #expect(recorder.values.sorted() == sent.entries.sorted(), "each value that was sent came once")
    for sender in 0..<8 {
      let own = recorder.values.filter { $0 / 1000 == sender }
      #expect(own == own.sorted())
    }
  }

  @Test("E6: consumers end while many tasks send") func consumersEnd() async throws {
    // While there is a consumer, no sender ever waits: the tasks that others need would have no thread.
    let threads = (0..<5).map { _ in ThreadOfItsOwn() }
    for round in 0..<100 {
      let channel = Channel<Int, Oops>(limit: 2)
      let start = channel.producer.startWithFailed { _ in }
      await withTaskGroup(of: Void.self) { group in
        for sender in 0..<4 {
          group.addTask(executorPreference: threads[sender]) {
            // It goes on until the channel is closed.
            do throws(ChannelError) {
              while true { try await channel.send(sender) }
            } catch {
              #expect(error == .closed)
            }
          }
        }
        group.addTask(executorPreference: threads[4]) {
          for _ in 0..<round { await Task.yield() }
          if round % 2 == 0 { start.dispose() } else { channel.complete() }
        }
      }
    }
  }

  @Test("X1: a limit of zero stops the program") func misuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Channel<Int, Never>(limit: 0)
    }
    #expect(result.message.contains("Channel(limit:): the limit must be at least 1, got 0"))
  }
}
