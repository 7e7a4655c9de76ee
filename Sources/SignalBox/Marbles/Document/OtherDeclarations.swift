/// What is public besides the operators with pictures: the rest of the list, in Markdown.
enum OtherDeclarations {
  private struct Section {
    let title: String
    let summary: String
    /// Declarations, and what they do.
    let rows: [(code: String, text: String)]

    var text: String {
      let lines = rows.map { "| \($0.code) | \($0.text) |" }
      return (["### \(title)", "", summary, "", "| | |", "|---|---|"] + lines).joined(separator: "\n")
    }
  }

  static let text =
    (["## Everything else", "What is public besides these operators. None of it has a picture."]
    + sections.map(\.text)).joined(separator: "\n\n")

  private static let sections = [terminals, streams, arguments, async, state, schedulers, lifetimes, outside]

  private static let terminals = Section(
    title: "Terminals",
    summary: """
      They attach an observer and return a disposable. `log` and `on` pass events on instead. Each terminal with a \
      closure exists for the main actor, too: `startWithValues(on: .shared) { … }`, and for any actor, which the closure gets as \
      a parameter.
      """,
    rows: [
      (
        "`start(_:)`, `start()`",
        "starts a producer; the closure or observer receives each event; `start()` is for what cannot fail"
      ),
      ("`startWithValues(_:)`", "starts a producer; the closure receives each value"),
      (
        "`startWithCompleted(_:)`, `startWithFailed(_:)`, `startWithInterrupted(_:)`",
        "starts a producer; the closure receives one kind of end"
      ),
      ("`startWithResult(_:)`", "starts a producer; the closure receives each value, and the failure"),
      ("`startWithSignal(_:)`", "starts a producer, and hands over its signal before the work begins"),
      ("`observe(_:)`", "observes a signal; the closure or observer receives each event"),
      ("`observeValues(_:)`", "observes a signal; the closure receives each value"),
      (
        "`observeCompleted(_:)`, `observeFailed(_:)`, `observeInterrupted(_:)`",
        "observes a signal; the closure receives one kind of end"
      ),
      ("`observeResult(_:)`", "observes a signal; the closure receives each value, and the failure"),
      (
        "`waitForFirst()`, `waitForSingle()`, `waitForLast()`, `waitForAll()`, `waitForEnd()`",
        """
        in `SignalsFoundation`, for scripts: block the calling thread until there is a result; tasks await `firstValue()` \
        and its relatives
        """
      ),
    ])

  private static let streams = Section(
    title: "Streams and events",
    summary: "What streams are made of, and what a source of one's own conforms to.",
    rows: [
      ("`EventStream`", "the type of all streams; `Signal` and `SignalProducer` are its two drives"),
      ("`Drive`, `Push`, `Pull`", "how a stream is driven; `pushes` is true for signals"),
      ("`Event`", "a value or an end: `next`, `failed`, `completed`, `interrupted`; `map`, `mapError`"),
      ("`Termination`", "an end; `mapError`"),
      (
        "`Observer`",
        "receives events: `send(_:)`, `send(end:)`, `send(event:)`, `fail(_:)`, `complete()`, `interrupt()`"
      ),
      ("`EventSource`", "has events: `attach(_:_:)`, `attachAsLast(_:_:)`"),
      ("`Group`", "what `grouped` sends: a `key` and its `values`"),
    ])

  private static let arguments = Section(
    title: "Arguments and results of operators",
    summary: "Types that operators take or return.",
    rows: [
      ("`FlattenStrategy`", "how `flatMap` treats several inner streams: `merge`, `concat`, `latest` …"),
      ("`RetryPolicy`, `RetryPolicy.Delay`", "how often `retry` starts over, and after which delay"),
      ("`NotSingle`", "why `single` failed: `empty`, `several`, `failed`"),
      ("`PendingValue`", "whether `debounce` sends the waiting value at completion"),
      ("`TimeoutScope`", "what `timeout` limits: the first value, the time between values, or all of it"),
      ("`Overflow`", "what a full `buffer` does: `suspend`, `dropOldest`, `dropNewest`"),
      ("`ShareScope`", "how long a shared run lasts: `whileObserved`, `forever`"),
      ("`Connectable`", "what `multicast` returns: `signal`, `producer`, `connect()`"),
      (
        "`KeyedShare`",
        "`share()` for each key: `subscript(_:)` is the work for a key, `count` says how many keys have a run"
      ),
      ("`Limiter`", "what `limited(by:)` waits for: `runningCount`, `waitingCount`"),
      ("`Limiter.Refused`", "which start a limiter refuses when too many wait: `newest`, `oldest`"),
    ])

  private static let async = Section(
    title: "Async",
    summary: "Tasks and asynchronous sequences, in both directions. See [Async](Async.md).",
    rows: [
      ("`SignalProducer.task(priority:_:)`", "runs an asynchronous operation at each start"),
      ("`SignalProducer(_:)`", "sends the elements of an asynchronous sequence"),
      ("`flatMap(_:_:)`", "with an asynchronous closure: runs it for each value"),
      (
        "`values(buffering:)`",
        "the values for a `for await` loop, as `AsyncValues`; of a property the newest"
      ),
      (
        "`Buffering`",
        "what `values` keeps while the loop is busy: `suspending`, `newest`, `oldest`, `unbounded`"
      ),
      (
        "`firstValue()`, `lastValue()`, `allValues()`", "awaits the first value, the last one, or all of them"
      ),
      ("`Future.value`", "does the work and awaits its value"),
      (
        "`Channel`",
        """
        brings values from tasks to one consumer: `send(_:)` suspends while it is full; `producer`, `complete()`, \
        `fail(_:)`, `interrupt()`, `waitingCount`
        """
      ),
      ("`ChannelError`", "why a channel did not take a value: `closed`, `cancelled`"),
      ("`carrying(_:)`", "binds a task-local value, for all events, to what it is at the start"),
    ])

  private static let state = Section(
    title: "State",
    summary: "Properties, bindings, actions and futures. See [State](State.md).",
    rows: [
      ("`MutableProperty`", "can be set: `value`, `modify(_:)`, `swap(_:)`, `withValue(_:)`, `readOnly`"),
      ("`Property`", "computed from other properties by its closure, or follows a stream"),
      ("`PropertyProtocol`", "both of them: `value`, `producer`, `signal`"),
      (
        "`map(_:)`, `combineLatest(with:)`, `flatMap(_:)`, `removeDuplicates()`",
        "properties that are computed from properties"
      ),
      ("`Property.combineLatest(_:)`", "the same for several properties"),
      (
        "`negate()`, `and(_:)`, `or(_:)`, `Property.all(_:)`, `Property.any(_:)`",
        "the same for properties that are true or false"
      ),
      (
        "`filter(initial:)`, `pairwise(initial:)`",
        "properties that depend on the history of another one, and so are stored"
      ),
      ("`stored(initial:)`", "a property that follows a stream"),
      ("`bind(to:)`, `<~`", "sets a property to the values of a stream or of another property"),
      (
        "`BindingTarget`, `BindingTargetProvider`",
        "what `<~` binds to: `bindingTarget` of a property or an action, a closure, a key path of an object"
      ),
      (
        "`ValidatingProperty`",
        "checks what it is set to: `value`, `result`; another property may take part in the decision"
      ),
      ("`ValidatingProperty.Decision`", "what a validator says: `valid`, `coerced`, `invalid`"),
      (
        "`ValidatingProperty.Result`",
        "what became of what was proposed: `value`, `proposed`, `error`, `isInvalid`"
      ),
      ("`transaction(_:)`", "several sets, one change"),
      ("`untracked(_:)`", "reads properties without depending on them"),
      ("`snapshot(_:)`", "reads several properties at one moment"),
      (
        "`Action`",
        """
        work that runs one piece at a time: `apply(_:)`, `apply()`, `isEnabled`, `isExecuting`, `events`, \
        `values`, `errors`, `completed`, `disabledErrors`, `lifetime`
        """
      ),
      ("`ActionError`", "why a run of an action failed: `disabled`, `failed`"),
      (
        "`Future`",
        "work with a single result: `start(_:)`, `startWithValue(_:)`, `map(_:)`, `mapError(_:)`, `flatMap(_:)`"
      ),
      ("`Future.recover(_:)`", "goes on with other work after a failure"),
      ("`Future.zip(with:)`, `Future.zip(_:)`", "does several futures at the same time"),
      (
        "`LatestValue`",
        "a latest value whose source can change: `set(value:)`, `set(_:)`, `set(_:initial:)`"
      ),
    ])

  private static let schedulers = Section(
    title: "Schedulers",
    summary: "Where and when work runs. Operators that shift events in time or to another thread take one.",
    rows: [
      ("`Scheduler`", "`schedule(_:)`, `schedule(at:_:)`, `schedule(after:_:)`, `now`"),
      ("`ImmediateScheduler`", "runs everything at once, on the calling thread"),
      ("`ClockScheduler`", "runs actions by a clock, off the calling thread"),
      ("`LoopScheduler`", "runs actions where a loop of the program calls `advance(to:)`; `nextTime`"),
      ("`MainActorScheduler`", "runs actions on the main actor; `shared` is one for the whole program"),
      (
        "`QueueScheduler`",
        "runs actions on a Dispatch queue; `main` is that of the main queue (`SignalsFoundation`)"
      ),
    ])

  private static let lifetimes = Section(
    title: "Lifetimes and disposables",
    summary: """
      What ends work, and what can be registered to happen then. \
      [Finding leaked subscriptions](<Finding leaked subscriptions.md>) shows `LiveSubscriptions`.
      """,
    rows: [
      (
        "`Disposable`",
        """
        `dispose()`, `isDisposed`; `pause()` and `resume()` for back-pressure; `isSettled` and `whenSettled(_:)` for what \
        follows it
        """
      ),
      ("`AnyDisposable`", "runs a closure when it is disposed of"),
      ("`CompositeDisposable`", "disposes of all its members: `add(_:)`, `+=`"),
      ("`SerialDisposable`", "disposes of its `inner` disposable when that is replaced"),
      ("`ScopedDisposable`", "disposes of its disposable when it is released"),
      (
        "`Lifetime`",
        "how long the work of a stream lasts: `onEnd(_:)`, `+=`, `hasEnded`, `isPaused`, `whenResumed(_:)`"
      ),
      ("`Subscription`", "one run of a stream: its lifetime and its disposable"),
      (
        "`MailboxReport.highWaterMark`",
        "the largest number of messages that waited at a gate, in debug builds"
      ),
      ("`LiveSubscriptions`", "what is live: `areRecorded`, `all`, `report`, `snapshot`, `valuesAreKept`"),
      ("`LiveSubscription`", "one of them: `fileID`, `line`, `values`"),
      (
        "`RecordSnapshot`",
        """
        what all that is recorded does now, as `SubscriptionSnapshot`, `SubscriptionSnapshot.Kind`, \
        `SubscriptionSnapshot.State`, `HolderSnapshot`, `PropertySnapshot` and `FailureSnapshot`
        """
      ),
      (
        "`UnhandledFailures`",
        "failures that reach no closure: `observe(_:)`; otherwise debug builds print them"
      ),
      ("`UnhandledFailure`", "one of them: `failure`, `fileID`, `line`"),
    ])

  private static let outside = Section(
    title: "Sources of the outside world",
    summary: """
      The module `SignalsFoundation`. See \
      [Sources of the outside world](<Sources of the outside world.md>).
      """,
    rows: [
      (
        "`SignalProducer.bytes(ofFile:size:mustBeText:)`, `SignalProducer.bytesOfStandardInput`",
        "bytes, piece by piece"
      ),
      (
        "`SignalProducer.bytes(arrivingAt:size:name:)`, `Descriptor`",
        "bytes that arrive at an open descriptor, such as a socket: `number`, `standardInput`"
      ),
      (
        "`write(to:name:)`, `write(toFile:appending:)`",
        """
        the end of a stream: writes bytes to a descriptor, such as `Descriptor.standardOutput` or \
        `Descriptor.standardError`, or to a file, and pauses the source while there is no room
        """
      ),
      (
        "`SignalProducer.lines(ofFile:)`, `SignalProducer.linesOfStandardInput`, `textLines(longest:)`",
        "lines of text, as `TextLine`"
      ),
      (
        "`SignalProducer.lines(following:from:longest:overlap:)`, `FilePosition`, `FilePlace`",
        "lines of a file that grows, through rotations and new starts of the program"
      ),
      ("`SignalProducer.walk(_:entering:)`", "every file at or below some paths"),
      (
        "`SignalProducer.fileEvents(below:entering:)`, `SignalProducer.fileEvents(of:)`",
        "what happens to files, as `FileEvent`"
      ),
      (
        "`FileWatcher`, `InotifyFileWatcher`, `PollingFileWatcher`",
        "ways to watch files: `events(below:)`, `events(below:entering:)`"
      ),
      ("`FilePath`", "a path: `appending(_:)`, `name`, `folder`, `text`"),
      ("`FileError`, `FileError.Operation`, `FileError.Cause`", "which operation on a file failed, and why"),
      ("`ChildProcess`, `ChildProcess.Output`", "runs a command: `run()`, `run(input:)`"),
      ("`ProcessEvent`, `ProcessEvent.Source`, `ProcessEnd`", "a line of its output, and how it ended"),
      ("`ProcessError`, `ProcessError.Cause`, `ProcessError.Text`", "why a command could not be run"),
      ("`SignalProducer.terminationSignals`", "Ctrl-C and the other signals that ask a program to end"),
      ("`URLSession.dataProducer(for:)`, `HTTPResponse`", "a request and its response; `header(_:)`"),
      ("`validateStatus(in:)`", "turns the statuses of errors into failures"),
      ("`RequestError`, `RequestError.Cause`", "why a request failed"),
      ("`NotificationCenter.producer(for:object:_:)`", "what is taken from each notification"),
      (
        "`Inspector`, `Inspector.Showing`, `InspectorError`",
        "shows a running program to a viewer: `serve(showing:at:)`, `stop()`, `path`, `defaultFolder`, `metrics`"
      ),
      ("`SignalProducer.observing(_:)`", "what a closure reads from `@Observable` models, after each change"),
    ])
}
