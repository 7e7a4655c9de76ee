/// Why a thread delivers events. Properties need it, to detect that they change each other without end.
///
/// A message that is enqueued in a gate takes it along to the thread that delivers it.
///
/// Sendable because it stores nothing; each subclass says what guards what it adds.
@usableFromInline class Purpose: @unchecked Sendable {
  /// Runs `body`, which delivers something, for this purpose.
  func deliver(_ body: () -> Void) { body() }

  /// The purpose of the calling thread.
  static var current: Purpose? { source?.current }

  /// Runs `body`, which delivers something that was kept until now: for the purpose of that time, or for none.
  static func deliver(for purpose: Purpose?, _ body: () -> Void) {
    if let purpose {
      purpose.deliver(body)
    } else if let source {
      source.deliverWithout(body)
    } else {
      body()
    }
  }

  private static var source: PurposeSource? {
    CurrentThread.purposes.map { Unmanaged<PurposeSource>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// Has the purpose of a thread, as long as its address stands in ``CurrentThread/purposes``.
///
/// Sendable because it stores nothing; each subclass says what guards what it adds.
class PurposeSource: @unchecked Sendable {
  var current: Purpose? { nil }

  func deliverWithout(_ body: () -> Void) { body() }
}
