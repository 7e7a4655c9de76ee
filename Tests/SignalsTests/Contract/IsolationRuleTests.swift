import Foundation
import Signals
import TestSupport
import Testing

@Suite("Contract, isolation", .mayBlock)
struct IsolationRuleTests {
  // MARK: What does not compile

  @Test("A3: the compiler rejects data races and lost isolation")
  func theCompilerRejects() throws {
    let preamble = """
      import Signals
      final class NotSendable { var number = 0 }
      @MainActor final class Screen {
        var number = 0
        func refresh() {}
        func show(_ numbers: SignalProducer<Int, Never>, _ signal: Signal<Int, Never>, _ thing: NotSendable) {
          var count = 0
          count += 1
      """.split(separator: "\n")
    let lines = preamble + fixtures.map { "    \($0.code)"[...] } + ["  }", "}"]
    let errors = try CompiledProgram.errors(in: lines.joined(separator: "\n"))
    for (index, fixture) in fixtures.enumerated() {
      let error = errors[preamble.count + 1 + index]
      if let expected = fixture.error {
        #expect(error?.contains(expected) == true, "\(fixture.code): \(error ?? "is accepted")")
      } else {
        #expect(error == nil, "\(fixture.code)")
      }
    }
  }

  /// A line of a method of the main actor, and what the compiler says of it.
  private let fixtures: [(code: String, error: String?)] = [
    // State of the main actor.
    ("signal.observeValues { self.number = $0 }", "main actor-isolated property 'number' can not be mutated"),
    ("numbers.startWithValues { _ in self.refresh() }", "main actor-isolated instance method 'refresh()'"),
    ("_ = numbers.map { $0 + self.number }", "main actor-isolated property 'number' can not be referenced"),
    (
      "_ = numbers.on(next: { self.number = $0 })", "main actor-isolated property 'number' can not be mutated"
    ),
    ("_ = SignalProducer<Int, Never> { _, _ in self.refresh() }", "main actor-isolated instance method"),
    (
      "_ = Property(computing: { self.number })",
      "main actor-isolated property 'number' can not be referenced"
    ),
    ("numbers.startWithValues(on: .shared) { self.number = $0 }", nil),
    ("signal.observeCompleted(on: .shared) { self.refresh() }", nil),
    ("_ = MutableProperty(1).withValue { self.number + $0 }", nil),
    // What is not Sendable.
    ("numbers.startWithValues { thing.number = $0 }", "non-Sendable type 'NotSendable'"),
    ("_ = numbers.map { _ in NotSendable() }", "does not conform to the 'Sendable' protocol"),
    ("_ = SignalProducer<NotSendable, Never>(value: thing)", "does not conform to the 'Sendable' protocol"),
    ("_ = MutableProperty(thing)", "does not conform to the 'Sendable' protocol"),
    // Variables.
    ("numbers.startWithValues { count += $0 }", "captured var 'count' in concurrently-executing code"),
    ("_ = numbers.map { $0 + count }", "captured var 'count' in concurrently-executing code"),
    ("transaction { count += 1 }", nil),
    ("untracked { count += 1 }", nil),
    ("snapshot { count += 1 }", nil),
  ]

  @Test("A3: the compiler keeps the state of an actor to it")
  func theCompilerRejectsElsewhere() throws {
    let preamble = """
      import Signals
      final class NotSendable { var number = 0 }
      actor Meter {
        var total = 0
        func add(
          _ numbers: SignalProducer<Int, Never>, _ signal: Signal<Int, Never>, _ other: Meter, _ thing: NotSendable
        ) {
      """.split(separator: "\n")
    let lines = preamble + fixturesOfActors.map { "    \($0.code)"[...] } + ["  }", "}"]
    let errors = try CompiledProgram.errors(in: lines.joined(separator: "\n"))
    for (index, fixture) in fixturesOfActors.enumerated() {
      let error = errors[preamble.count + 1 + index]
      if let expected = fixture.error {
        #expect(error?.contains(expected) == true, "\(fixture.code): \(error ?? "is accepted")")
      } else {
        #expect(error == nil, "\(fixture.code)")
      }
    }
  }

  /// A line of a method of an actor, and what the compiler says of it.
  private let fixturesOfActors: [(code: String, error: String?)] = [
    ("numbers.startWithValues(on: self) { meter, number in meter.total += number }", nil),
    ("signal.observeValues(on: self) { $0.total += $1 }", nil),
    ("signal.observeCompleted(on: other) { $0.total = 0 }", nil),
    ("numbers.startWithValues { self.total += $0 }", "actor-isolated property 'total' can not be mutated"),
    ("signal.observeValues { _ in self.total = 0 }", "actor-isolated property 'total' can not be mutated"),
    // The actor that the closure gets is the one to use: another one may have been passed.
    (
      "numbers.startWithValues(on: other) { _, number in self.total += number }",
      "actor-isolated property 'total' can not be mutated"
    ),
    (
      "numbers.startWithValues(on: self) { _, number in thing.number = number }",
      "non-Sendable type 'NotSendable'"
    ),
    (
      "numbers.startWithValues(on: .shared) { self.total += $0 }",
      "actor-isolated property 'total' can not be mutated"
    ),
  ]

  // MARK: What is called elsewhere

  @Test("A3: closures are @Sendable or isolated, or called at once")
  func closuresAreIsolated() throws {
    let modules = [
      "Signals", "SignalsFoundation", "PushPull", "SwiftSignalKit", "SignalsMarbles", "SignalsTesting",
    ]
    let closures = try DeclaredClosure.all(in: modules)
    #expect(closures.count > 100)
    let called = closures.filter { !$0.isIsolated }
    // None of them is kept: the compiler would want `@escaping`.
    #expect(called.filter { $0.parameter.contains("@escaping") }.map(\.description) == [])
    #expect(Set(called.map(\.declaration)) == calledAtOnce)
  }

  /// Called on the thread of the caller, before the call returns.
  private let calledAtOnce: Set = [
    "MutableProperty.modify(_:)", "MutableProperty.withValue(_:)", "transaction(_:)", "untracked(_:)",
    "snapshot(_:)", "Event.map(_:)",
    "Event.mapError(_:)", "Event.mapFailed(_:)", "Event.flatMap(_:)", "Termination.mapError(_:)",
    "EventStream.startWithSignal(_:)", "Atomic.with(_:)",
    "Atomic.tryWith(_:)", "Atomic.modify(_:)", "Lock.locked(_:)", "Lock.throwingLocked(_:)", "|>(_:_:)",
    "expect(_:_:_:)", "expect(_:_:_:only:)", "expect(_:values:_:_:only:)", "expectDisposal(of:_:at:)",
    "expectDisposal(of:_:at:only:)", "checkContract(except:_:)", "checkContract(except:only:_:)",
    "expectNoLiveSubscriptions(_:)", "expectNoLiveSubscriptions(isolation:_:)",
  ]

  @Test("A3: closures of the main actor run where they are called")
  @MainActor func closuresRunElsewhere() async throws {
    var closures = ClosuresOfTheMainActor()
    closures.passToTheCore()
    let faults = try await closures.faults(in: ["Signals"])
    #expect(faults == [])
  }
}
