import PushPull
import Signals
import Testing

/// Both modules in one file: three names mean two things, and the name of the module says which.
@Suite struct QualifiedNamesTests {
  @Test func bothModulesFitIntoOneFile() {
    let trace = Trace()
    let taught = PushPull.Signal<Int>()
    let (core, input) = Signals.Signal<Int, Never>.pipe()
    taught.subscribe { trace.add("taught \($0)") }
    core.observe { trace.add("core \($0)") }
    taught.sendNext(1)
    input.send(1)

    PushPull.Future(value: 2).start { trace.add("taught \($0)") }
    Signals.Future<Int, Never>(value: 2).start { trace.add("core \($0)") }

    trace.add(PushPull.Event(value: 3))
    trace.add(Signals.Event<Int, Never>.next(3))
    #expect(
      trace.lines == [
        "taught next(1)", "core next(1)", "taught next(2)", "core success(2)", "next(3)", "next(3)",
      ])
  }

  @Test func namesThatMeanOneThingNeedNoModule() {
    let subscription: any Disposable = PushPull.Signal<Int>().subscription { _ in }
    ScopedDisposable(subscription).dispose()
    #expect(subscription.isDisposed)
    let callback: Callback<Int> = { _ in }
    callback(1)
    let producer = SignalProducer<Int, Never>(value: 1)
    producer.start { _ in }
  }
}
