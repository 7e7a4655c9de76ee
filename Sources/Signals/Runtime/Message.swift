import Synchronization

/// A message in the queue of a gate, for the thread inside.
@usableFromInline class Message {
  /// The address of the message before this one; while the queue is drained, of the message after it.
  final var previous: UInt = 0
  /// Why it was enqueued.
  final var purpose: Purpose?

  @usableFromInline init() {}

  /// Whether the message is to be run after the gate has been left.
  var isDeferred: Bool { false }

  @usableFromInline func deliver() { preconditionFailure("each kind of message has something to deliver") }

  final func deliverForItsPurpose() { Purpose.deliver(for: purpose, deliver) }

  /// Makes a message the newest of a chain. A word that is odd is no address, and stands for an empty chain.
  static func push(_ message: Message, on newest: borrowing Atomic<UInt>) {
    let address = UInt(bitPattern: Unmanaged.passRetained(message).toOpaque())
    var seen = newest.load(ordering: .relaxed)
    while true {
      message.previous = seen % 2 == 0 ? seen : 0
      let (isPushed, now) = newest.compareExchange(
        expected: seen, desired: address, ordering: .acquiringAndReleasing)
      if isPushed { return }
      seen = now
    }
  }

  /// Takes the messages of a chain in FIFO order. `chain` is the address of the newest message.
  static func forEach(in chain: UInt, _ body: (Message) -> Void) {
    var chain = Chain(newest: chain)
    while let message = chain.popOldest() { body(message) }
  }

  /// Messages that were taken out of a queue, oldest first. What is left must be put back.
  struct Chain: ~Copyable {
    private var oldest: UInt = 0

    /// Reverses a chain that begins with the newest.
    init(newest chain: UInt) {
      var newest = chain
      while newest > 1 {
        let address = newest
        Self.at(address)._withUnsafeGuaranteedRef { message in
          newest = message.previous
          message.previous = oldest
        }
        oldest = address
      }
    }

    mutating func popOldest() -> Message? {
      if oldest == 0 { return nil }
      let message = Self.at(oldest).takeRetainedValue()
      oldest = message.previous
      return message
    }

    /// Puts everything back below what has been enqueued meanwhile, as the oldest. For the thread inside the gate:
    /// no other thread takes messages out, so those below the newest stay as they are.
    mutating func putBack(into word: borrowing Atomic<UInt>) {
      var newest: UInt = 1
      while oldest != 0 {
        let address = oldest
        Self.at(address)._withUnsafeGuaranteedRef { message in
          oldest = message.previous
          message.previous = newest
        }
        newest = address
      }
      if newest == 1 { return }
      let (isAlone, seen) = word.compareExchange(
        expected: 1, desired: newest, ordering: .acquiringAndReleasing)
      if isAlone { return }
      var last = seen
      while true {
        let previous = Self.at(last)._withUnsafeGuaranteedRef { $0.previous }
        if previous == 1 { break }
        last = previous
      }
      Self.at(last)._withUnsafeGuaranteedRef { $0.previous = newest }
    }

    private static func at(_ address: UInt) -> Unmanaged<Message> {
      Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address)!)
    }
  }
}

class ClosureMessage: Message {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }

  override final func deliver() { body() }
}

final class DeferredMessage: ClosureMessage {
  override var isDeferred: Bool { true }
}

@usableFromInline final class ValueMessage<Value>: Message {
  private let value: Value
  private let handler: (Value) -> Void

  @usableFromInline init(_ value: Value, _ handler: @escaping (Value) -> Void) {
    self.value = value
    self.handler = handler
  }

  @usableFromInline override func deliver() { handler(value) }
}
