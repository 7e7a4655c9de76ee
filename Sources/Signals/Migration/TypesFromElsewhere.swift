// The types and functions that RxSwift, ReactiveSwift, Combine and AsyncAlgorithms have beside their streams. An
// unavailable type gives way to one of the same name that can be used, from the program itself or from another module:
// a program may import Combine or Observation too. See Documentation/Decisions/0020-hints-of-the-compiler.md.

#if !hasFeature(Embedded)

  // MARK: Streams

  @available(*, unavailable, message: "use SignalProducer(value:)")
  public struct Just<Output> { public init(_ value: Output) { fatalError() } }

  @available(*, unavailable, message: "use SignalProducer, or Signal for what runs without observers")
  public typealias Observable<Element: Sendable> = SignalProducer<Element, any Error>

  @available(*, unavailable, message: "use SignalProducer, or Signal for what runs without observers")
  public typealias AnyPublisher<Output: Sendable, Failure: Error> = SignalProducer<Output, Failure>

  // MARK: Streams that are sent to from outside

  @available(*, unavailable, message: "use Signal.pipe(): the signal, and the observer that sends to it")
  public struct PassthroughSubject<Output, Failure> { public init() { fatalError() } }

  @available(*, unavailable, message: "use Signal.pipe(): the signal, and the observer that sends to it")
  public struct PublishSubject<Element> { public init() { fatalError() } }

  @available(*, unavailable, message: "use Signal.pipe(): the signal, and the observer that sends to it")
  public struct PublishRelay<Element> { public init() { fatalError() } }

  @available(*, unavailable, message: "use Channel(limit:), whose send(_:) suspends while it is full")
  public struct AsyncChannel<Element> { public init() { fatalError() } }

  @available(*, unavailable, message: "use MutableProperty(_:)")
  public struct CurrentValueSubject<Output, Failure> { public init(_ value: Output) { fatalError() } }

  @available(*, unavailable, message: "use MutableProperty(_:)")
  public struct BehaviorSubject<Element> { public init(value: Element) { fatalError() } }

  @available(*, unavailable, message: "use MutableProperty(_:)")
  public struct BehaviorRelay<Element> { public init(value: Element) { fatalError() } }

  extension Observer {
    @available(*, unavailable, renamed: "send(_:)")
    public func onNext(_ value: Value) { fatalError() }

    @available(*, unavailable, renamed: "send(_:)")
    public func send(value: Value) { fatalError() }

    @available(*, unavailable, renamed: "fail(_:)")
    public func onError(_ failure: Failure) { fatalError() }

    @available(*, unavailable, renamed: "fail(_:)")
    public func send(error: Failure) { fatalError() }

    @available(*, unavailable, renamed: "complete()")
    public func onCompleted() { fatalError() }

    @available(*, unavailable, renamed: "complete()")
    public func sendCompleted() { fatalError() }

    @available(*, unavailable, renamed: "interrupt()")
    public func sendInterrupted() { fatalError() }

    @available(*, unavailable, renamed: "send(end:)")
    public func send(completion: Termination<Failure>) { fatalError() }

    @available(
      *, unavailable, message: "value is next here: use Observer(next:failed:completed:interrupted:)"
    )
    public init(
      value: (Value) -> Void, failed: ((Failure) -> Void)? = nil, completed: (() -> Void)? = nil,
      interrupted: (() -> Void)? = nil
    ) { fatalError() }
  }

  extension Termination {
    @available(*, unavailable, renamed: "completed")
    public static var finished: Self { fatalError() }

    @available(*, unavailable, renamed: "failed(_:)")
    public static func failure(_ failure: Failure) -> Self { fatalError() }
  }

  // MARK: Disposal

  @available(*, unavailable, message: "use ScopedDisposable, which disposes when it is released")
  public struct AnyCancellable: Hashable { public init(_ action: () -> Void) { fatalError() } }

  @available(*, unavailable, message: "use CompositeDisposable in a ScopedDisposable, or a Lifetime")
  public struct DisposeBag { public init() { fatalError() } }

  extension Disposable {
    @available(*, unavailable, renamed: "dispose()")
    public func cancel() { fatalError() }

    @available(*, unavailable, message: "use disposables += disposable with a CompositeDisposable")
    public func store<Store>(in store: inout Store) { fatalError() }

    @available(*, unavailable, message: "use disposables += disposable with a CompositeDisposable")
    public func disposed<Bag>(by bag: Bag) { fatalError() }
  }

  extension Lifetime {
    @available(*, unavailable, renamed: "onEnd(_:)")
    public func observeEnded(_ action: () -> Void) { fatalError() }
  }

  // MARK: Functions

  @available(*, unavailable, message: "use SignalProducer.merge(_:), or one.merge(with: other)")
  public func merge<A: EventSource, B: EventSource>(_ a: A, _ b: B) -> SignalProducer<A.Value, A.Failure> {
    fatalError()
  }

  @available(
    *, unavailable, message: "use SignalProducer.combineLatest(_:_:), or one.combineLatest(with: other)"
  )
  public func combineLatest<A: EventSource, B: EventSource>(
    _ a: A, _ b: B
  ) -> SignalProducer<(A.Value, B.Value), A.Failure> { fatalError() }

#endif
