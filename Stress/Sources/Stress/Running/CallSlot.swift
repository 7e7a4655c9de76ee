import Synchronization

/// Which call of the library a thread is inside of, since when, and the longest that there was.
final class CallSlot: Sendable {
  /// The address of the name, which is a literal and lives as long as the program; or 0.
  private let name = Atomic<UInt>(0)
  private let began = Atomic<Int>(0)
  private let worst = Atomic<Int>(0)
  private let worstName = Atomic<UInt>(0)
  private let calls = Atomic<Int>(0)

  /// Makes a call that has to return.
  @discardableResult @inline(__always) func call<Result>(_ name: StaticString, _ body: () -> Result) -> Result
  {
    begin(name)
    defer { end() }
    return body()
  }

  func begin(_ name: StaticString) {
    self.name.store(UInt(bitPattern: name.utf8Start), ordering: .relaxed)
    began.store(nanoseconds(), ordering: .releasing)
  }

  /// Only the thread of the slot writes: loads and stores are enough.
  func end() {
    let length = nanoseconds() - began.load(ordering: .relaxed)
    began.store(0, ordering: .releasing)
    calls.store(calls.load(ordering: .relaxed) + 1, ordering: .relaxed)
    if length <= worst.load(ordering: .relaxed) { return }
    worst.store(length, ordering: .relaxed)
    worstName.store(name.load(ordering: .relaxed), ordering: .relaxed)
  }

  /// The call that goes on, if there is one.
  func current(at now: Int) -> Call? {
    let began = began.load(ordering: .acquiring)
    return began == 0 ? nil : Call(at: name, nanoseconds: max(0, now - began))
  }

  var worstCall: Call? { Call(at: worstName, nanoseconds: worst.load(ordering: .relaxed)) }

  var count: Int { calls.load(ordering: .relaxed) }
}

/// A call of the library, and how long it took or takes.
struct Call: Sendable, Equatable, CustomStringConvertible {
  let name: String
  let nanoseconds: Int

  var seconds: Double { Double(nanoseconds) / 1e9 }

  var description: String { "\(name), \(lengthText)" }

  var lengthText: String {
    switch nanoseconds {
    case ..<1_000_000: "\(nanoseconds / 1000) us"
    case ..<10_000_000_000: "\(nanoseconds / 1_000_000) ms"
    default: "\(nanoseconds / 1_000_000_000) s"
    }
  }
}

extension Call {
  fileprivate init?(at address: borrowing Atomic<UInt>, nanoseconds: Int) {
    guard let name = UnsafePointer<UInt8>(bitPattern: address.load(ordering: .relaxed)) else { return nil }
    self.init(name: String(cString: name), nanoseconds: nanoseconds)
  }
}
