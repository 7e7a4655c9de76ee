import Foundation
import Signals

/// The parts of a signal that was made with ``then(_:)``, linked from the last to the first.
///
/// Sendable because it never changes while a reference to it exists: it is taken apart when it is released.
@usableFromInline final class Succession<T, E>: @unchecked Sendable {
  @usableFromInline var earlier: Succession?
  /// Nil only while this is released.
  @usableFromInline var last: Signal<T, E>?

  @inlinable init(_ earlier: Succession?, _ last: Signal<T, E>) {
    self.earlier = earlier
    self.last = last
  }

  /// Releases one part after the other: a long chain that released its own tail would need a stack as long. So would a part
  /// that is a succession itself.
  deinit {
    if case .succession = last?.form { PendingReleases.release(&last) }
    var rest = earlier.take()
    while rest != nil, isKnownUniquelyReferenced(&rest) { rest = rest?.earlier.take() }
  }

  /// All parts, the last one first.
  @inlinable var backwards: some Sequence<Signal<T, E>> {
    sequence(first: self, next: \.earlier).lazy.map { $0.last! }
  }
}

/// Objects that a thread releases one after the other, and not one inside the release of another one.
///
/// Only the thread that has made it touches it.
private final class PendingReleases {
  private var objects: [AnyObject] = []

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// Releases `object` now; inside the release of another one, when that is done.
  static func release<Object: AnyObject>(_ object: inout Object?) {
    if let outer = pthread_getspecific(key) {
      return Unmanaged<PendingReleases>.fromOpaque(outer).takeUnretainedValue().take(&object)
    }
    let pending = PendingReleases()
    pending.take(&object)
    pthread_setspecific(key, Unmanaged.passUnretained(pending).toOpaque())
    while !pending.objects.isEmpty { pending.releaseOne() }
    pthread_setspecific(key, nil)
  }

  /// Holds the only reference from here on: a variable would keep another one.
  private func take<Object: AnyObject>(_ object: inout Object?) { objects.append(object.take()!) }

  private func releaseOne() { withExtendedLifetime(objects.removeLast()) {} }
}
