import Foundation
import Signals
import TestSupport

/// The ten programs of the guide "Why does nothing arrive?", as they are in a program that goes on: each is found at its
/// line by what a viewer says of it.
final class Faults: Sendable {
  private struct Offline: Error {}
  private typealias Numbers = SignalProducer<Int, Never>

  private let lifetime = Subscription()
  private let isOver = Flag()
  /// Without its input a signal would end, and a group that is released is not waited for.
  private let kept = Guarded<[any Sendable]>([])
  private let found = Guarded<[(fault: String, kind: String, words: String, place: String)]>([])

  /// What is said of each fault, and where.
  var expected: [(fault: String, kind: String, words: String, place: String)] { found.withLock { $0 } }

  private func expect(_ fault: String, _ kind: String, _ words: String, line: UInt = #line) {
    // The line before the call is that of the fault.
    found.withLock { $0.append((fault, kind, words, "Faults.swift:\(line - 1)")) }
  }

  private func pipe<Value: Sendable>() -> (Signal<Value, Never>, Observer<Value, Never>) {
    let pipe = Signal<Value, Never>.pipe()
    kept.withLock { $0.append(pipe.input) }
    return pipe
  }

  func end() {
    _ = isOver.set()
    lifetime.dispose()
  }

  /// Begins all, and repeats those that happen again and again.
  func begin() {
    let (rows, rowInput): (Signal<Int, Never>, Observer<Int, Never>) = pipe()
    let table = rows.producer.buffer(10, onOverflow: .dropOldest).startWithValues { _ in }
    expect("paused for ever", "paused", "by pause() of")
    lifetime += table
    table.pause()
    rowInput.send(1)

    let groups = Numbers(1...1000).grouped { $0 % 2 }
    lifetime += groups.startWithValues { [self] group in kept.withLock { $0.append(group) } }
    expect("a group without observer", "paused", "by grouped(by:limit:) of")

    let (ticks, tickInput): (Signal<Int, Never>, Observer<Int, Never>) = pipe()
    lifetime += ticks.observeValues(on: .shared) { _ in }
    expect("a slow main actor", "queue growing", "wait, and more every second: actor")
    Task { @MainActor [self] in while !isOver.isSet { usleep(10_000) } }

    let (answers, _): (Signal<Int, Never>, Observer<Int, Never>) = pipe()
    let load = answers.producer.named("load")
    expect("started twice", "started twice", "runs 2 times at once")
    lifetime += load.startWithValues { _ in }
    lifetime += load.startWithValues { _ in }

    let (name, nameInput): (Signal<String, Never>, Observer<String, Never>) = pipe()
    let (age, _): (Signal<Int, Never>, Observer<Int, Never>) = pipe()
    lifetime += name.producer.combineLatest(with: age.producer).startWithValues { _ in }
    expect("a source that sends nothing", "never a value", "and none for combineLatest of Int")
    nameInput.send("Ann")

    let (jobs, jobInput): (Signal<Int, Never>, Observer<Int, Never>) = pipe()
    lifetime += jobs.producer.flatMap(.concat) { _ in Numbers.never }.startWithValues { _ in }
    expect("one after the other", "never a value", "while flatMap holds 4")
    for job in 1...5 { jobInput.send(job) }

    let (sizes, sizeInput): (Signal<Int, Never>, Observer<Int, Never>) = pipe()
    lifetime += sizes.producer.named("sizes").filter { $0 > 1000 }.startWithValues { _ in }
    expect("a stage that lets nothing through", "never a value", "although sizes has sent 5 values")
    for size in 1...5 { sizeInput.send(size) }

    Thread.detachNewThread { [self] in repeatFaults(tickInput) }
  }

  private func repeatFaults(_ ticks: Observer<Int, Never>) {
    let (clicks, _): (Signal<Int, Never>, Observer<Int, Never>) = pipe()
    let (changes, _): (Signal<Int, Never>, Observer<Int, Never>) = pipe()
    expectRepeated()
    var round = 0
    while !isOver.isSet {
      round += 1
      for tick in 1...100 { ticks.send(tick) }
      if round % 5 == 0 { leaveEarly(clicks) }
      if round % 10 == 0 { retryAtOnce() }
      if round % 2 == 0 { openPage(changes) }
      usleep(100_000)
    }
  }

  private func expectRepeated() {
    found.withLock { found in
      found += [
        ("disposed of too early", "left early", "disposed of before a value came", Self.place(Self.early)),
        ("a retry that spins", "failing", "fails again and again", Self.place(Self.retried)),
        ("a leak", "growing", "more than", Self.place(Self.opened)),
      ]
    }
  }

  private static func place(_ line: UInt) -> String { "Faults.swift:\(line)" }

  private static let early: UInt = #line + 3

  private func leaveEarly(_ clicks: Signal<Int, Never>) {
    _ = ScopedDisposable(clicks.producer.startWithValues { _ in })
  }

  private static let retried: UInt = #line + 3

  private func retryAtOnce() {
    SignalProducer<Int, Offline>(error: Offline()).named("page").retry(5).startWithResult { _ in }
  }

  private static let opened: UInt = #line + 3

  private func openPage(_ changes: Signal<Int, Never>) {
    lifetime += changes.observeValues { _ in }
  }
}
