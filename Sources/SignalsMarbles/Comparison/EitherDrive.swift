import Signals

/// The drive of streams in a test that runs once pushed and once pulled.
///
/// The same expression is written once and compiled once; which of the two it is shows at run time.
public enum EitherDrive: Drive {
  package static let isPushing = Scoped(false)

  /// Whether the run under way is the pushed one.
  public static var pushes: Bool { isPushing.value }
}

/// A stream of a test that runs once pushed and once pulled.
public typealias MarbleStream<Value: Sendable> = EventStream<EitherDrive, Value, TestFailure>

/// The two ways to run an operator under test.
public enum TestedDrive: String, Sendable, CaseIterable {
  /// On a signal.
  case pushed
  /// On a producer.
  case pulled

  /// Runs `body` as code of this drive.
  package func run<Result>(_ body: () -> Result) -> Result {
    EitherDrive.isPushing.withValue(self == .pushed, body)
  }
}

extension EventStream where Failure == TestFailure {
  /// The stream where one that cannot fail is needed, such as the trigger of `prefix(until:)`. Stops the
  /// test when it fails all the same.
  public var neverFailing: EventStream<D, Value, Never> {
    mapError { _ in noFailure() }
  }
}

func noFailure() -> Never { fatalError("the diagram of a source that cannot fail has an \"x\"") }
