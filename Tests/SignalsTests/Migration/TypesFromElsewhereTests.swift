import Foundation
import TestSupport
import Testing

/// The compiler answers a type from another library with the one that is used here.
@Suite(.mayBlock) struct TypesFromElsewhereTests {
  @Test func theCompilerAnswersWithTheLocalType() throws {
    try expectHints(
      types,
      in: """
        func use(
          _ stream: SignalProducer<Int, Never>, _ observer: Observer<Int, Oops>, _ disposable: any Disposable,
          _ lifetime: Lifetime
        ) async {
          var store = [Int]()
        """)
  }

  @Test func everyTypeIsTried() throws { try expectEachHint(of: "TypesFromElsewhere", toBeIn: types) }

  /// The names stay those of the libraries that have them, and of the program itself.
  @Test func theTypesOfOtherModulesComeFirst() throws {
    let combine = """
      public struct Just<Output> { public init(_ value: Output) {} }
      public struct AnyPublisher<Output, Failure> {}
      open class PassthroughSubject<Output, Failure> { public init() {} }
      open class CurrentValueSubject<Output, Failure> { public init(_ value: Output) {} }
      public final class AnyCancellable: Hashable {
        public init(_ cancel: () -> Void) {}
        public static func == (one: AnyCancellable, other: AnyCancellable) -> Bool { one === other }
        public func hash(into hasher: inout Hasher) {}
        public func store(in set: inout Set<AnyCancellable>) {}
      }
      public func merge<A, B>(_ one: A, _ other: B) -> [Any] { [one, other] }
      """
    let program = """
      import Combine
      import Observation
      import Signals
      @Observable final class Model { var number = 0 }
      final class Twice: PassthroughSubject<Int, Never> {}
      extension AnyCancellable { var twin: AnyCancellable { AnyCancellable {} } }
      struct DisposeBag { var count = 0 }
      func model(_ some: some Observable) -> AnyPublisher<Int, Never>? { nil }
      var set: Set<AnyCancellable> = []
      AnyCancellable {}.store(in: &set)
      print(Just(1), Twice(), CurrentValueSubject<Int, Never>(1), DisposeBag(count: 1), merge(1, "a"))
      print(merge(SignalProducer<Int, Never>(value: 1), SignalProducer<Int, Never>(value: 2)))
      let signal: SignalProducer<Int, Never> = .empty
      """
    let errors = try CompiledProgram.errors(in: program, beside: [(name: "Combine", source: combine)])
    #expect(errors == [:])
  }
}

private let types: [Hint] = [
  ("_ = Just(1)", "use SignalProducer(value:)"),
  ("let _: Observable<Int>", "use SignalProducer, or Signal"),
  ("let _: AnyPublisher<Int, Oops>", "use SignalProducer, or Signal"),
  ("_ = PassthroughSubject<Int, Never>()", "use Signal.pipe()"),
  ("_ = PublishSubject<Int>()", "use Signal.pipe()"),
  ("_ = PublishRelay<Int>()", "use Signal.pipe()"),
  ("_ = AsyncChannel<Int>()", "use Channel(limit:)"),
  ("_ = CurrentValueSubject<Int, Never>(1)", "use MutableProperty(_:)"),
  ("_ = BehaviorSubject(value: 1)", "use MutableProperty(_:)"),
  ("_ = BehaviorRelay(value: 1)", "use MutableProperty(_:)"),
  ("observer.onNext(1)", "renamed to 'send(_:)'"),
  ("observer.send(value: 1)", "renamed to 'send(_:)'"),
  ("observer.onError(Oops())", "renamed to 'fail(_:)'"),
  ("observer.send(error: Oops())", "renamed to 'fail(_:)'"),
  ("observer.onCompleted()", "renamed to 'complete()'"),
  ("observer.sendCompleted()", "renamed to 'complete()'"),
  ("observer.sendInterrupted()", "renamed to 'interrupt()'"),
  ("observer.send(completion: .completed)", "renamed to 'send(end:)'"),
  ("_ = Observer<Int, Oops>(value: { _ in }, completed: {})", "value is next here: use Observer(next:"),
  ("let _: Termination<Oops> = .finished", "renamed to 'completed'"),
  ("let _: Termination<Oops> = .failure(Oops())", "renamed to 'failed(_:)'"),
  ("lifetime.observeEnded {}", "renamed to 'onEnd(_:)'"),
  ("let _: Set<AnyCancellable> = []", "use ScopedDisposable"),
  ("_ = DisposeBag()", "use CompositeDisposable"),
  ("disposable.cancel()", "renamed to 'dispose()'"),
  ("disposable.store(in: &store)", "use disposables += disposable with a CompositeDisposable"),
  ("disposable.disposed(by: store)", "use disposables += disposable with a CompositeDisposable"),
  ("_ = merge(stream, stream)", "use SignalProducer.merge(_:), or one.merge(with: other)"),
  ("_ = combineLatest(stream, stream)", "use SignalProducer.combineLatest(_:_:)"),
]
