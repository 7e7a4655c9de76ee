import Signals

/// Shares one run of a signal among all who ask for the same key.
///
///     let loads = Multicast<Page>()
///     let page = loads.get(key: address, signal: load(address))
///
/// The first start for a key begins the run, and the last one to be disposed of ends it. A start that comes meanwhile
/// gets the last value, if there is one, and what is sent from then on. The end of the run ends all of its starts; the
/// next start begins another run.
public final class Multicast<T>: Sendable {
  /// A key, with the signal of the start that gave it. A run is begun with the signal of its first start.
  @usableFromInline struct Key: Hashable, Sendable {
    @usableFromInline let name: String
    @usableFromInline let signal: Signal<T, NoError>

    @inlinable init(_ name: String, _ signal: Signal<T, NoError>) {
      self.name = name
      self.signal = signal
    }

    @inlinable static func == (a: Key, b: Key) -> Bool { a.name == b.name }

    @inlinable func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  @usableFromInline let runs: KeyedShare<Key, Carried<T>, Failed<NoError>>

  /// Nothing is shared yet.
  @inlinable public init() { runs = KeyedShare(replay: 1) { $0.signal.core } }

  /// The signal, or the run that was begun for the same key.
  @inlinable public func get(key: String, signal: Signal<T, NoError>) -> Signal<T, NoError> {
    let run = runs[Key(key, signal)]
    return Signal(
      .attaching { observer, start in
        start.becomeSilent()
        run.attach(observer, start)
      })
  }
}
