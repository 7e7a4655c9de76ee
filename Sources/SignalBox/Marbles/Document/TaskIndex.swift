/// What people want, and the operators that do it.
enum TaskIndex {
  struct Group {
    let title: String
    let wishes: [Wish]
  }

  struct Wish {
    /// Goes on from "I want to …".
    let text: String
    /// Names of operators, as ``Operator/shortName`` gives them.
    let operators: [String]

    init(_ text: String, _ operators: String...) {
      self.text = text
      self.operators = operators
    }
  }

  static let groups = [
    Group(
      title: "begin a stream",
      wishes: [
        Wish("send what I have", "SignalProducer(_:)", "SignalProducer(value:)"),
        Wish("send what I have, one after the other", "SignalProducer.interval(every:of:)"),
        Wish("wrap a callback, or work that can be cancelled", "EventStream(_:)"),
        Wish("send events by hand, to all current observers", "Signal.pipe()"),
        Wish("compute each value from the one before", "SignalProducer.unfold(_:next:)"),
        Wish("do something once, later", "SignalProducer.timer(after:)"),
        Wish(
          "do something again and again", "SignalProducer.interval(every:)", "SignalProducer.repeating(_:)"),
        Wish("have fresh state for each start", "SignalProducer.deferred(_:)"),
        Wish("open something and be sure that it is closed", "SignalProducer.using(_:_:)"),
        Wish(
          "have a stream for a case in which nothing is to happen", "SignalProducer.empty",
          "SignalProducer.never"),
      ]),
    Group(
      title: "change values",
      wishes: [
        Wish("make another value of each", "map(_:)", "map(to:)"),
        Wish("make another value of some, and leave out the others", "compactMap(_:)", "compacted()"),
        Wish("make another value of each, which can fail", "attemptMap(_:)"),
        Wish("keep a running result", "scan(_:_:)", "scan(into:_:)", "reductions(_:_:)"),
        Wish("keep a state, and pass on something else", "scanMap(_:_:)", "scanMap(into:_:)"),
        Wish("compare each value with the one before it", "pairwise()", "pairwise(initial:)"),
        Wish("number values, or know when they came", "enumerated()", "timestamped()", "measureInterval()"),
        Wish("put something between values", "interspersed(with:)"),
        Wish(
          "gather values into arrays", "chunks(ofCount:)", "chunked(by:)", "chunked(on:)", "chunks(every:)",
          "chunks(boundedBy:)"),
        Wish("look at the last few values together", "chunks(ofCount:step:)"),
      ]),
    Group(
      title: "leave out values",
      wishes: [
        Wish("keep those that satisfy a condition", "filter(_:)"),
        Wish("ignore what did not change", "removeDuplicates()", "removeDuplicates(by:)"),
        Wish("see each value only once", "unique()", "unique(by:)"),
        Wish("take the first ones and stop", "prefix(_:)", "first()", "first(where:)", "element(at:)"),
        Wish("stop when a value says so", "prefix(while:)", "prefix(through:)"),
        Wish(
          "stop when something else happens", "prefix(until:)", "prefix(untilEndOf:)",
          "prefix(untilReplacedBy:)"),
        Wish("stop after a while", "prefix(for:)"),
        Wish("stop when an object is gone", "prefix(during:)"),
        Wish("skip the first ones", "dropFirst()", "drop(while:)", "drop(until:)", "drop(for:)"),
        Wish("keep only the last ones", "suffix(_:)", "last()", "last(where:)", "dropLast()"),
        Wish("be sure that there is exactly one", "single()", "single(where:)"),
        Wish("know only that it has ended", "ignoreValues()"),
      ]),
    Group(
      title: "slow down",
      wishes: [
        Wish("wait until the user has stopped typing", "debounce(for:)"),
        Wish("react at once, but not too often", "throttle(for:)"),
        Wish("look at the newest value from time to time", "sample(every:)", "sample(on:)"),
        Wish("hold values back while something else is going on", "throttle(while:)"),
        Wish("let everything come later", "delay(_:)"),
        Wish(
          "write in batches: when there are enough, or when it has been long enough",
          "chunks(ofCount:orEvery:)"),
      ]),
    Group(
      title: "bring streams together",
      wishes: [
        Wish("have the values of all of them", "merge(with:)", "merge(_:)"),
        Wish(
          "have the latest value of each, whenever one changes", "combineLatest(with:)", "combineLatest(_:)"),
        Wish("have the latest value of another one, when this one has a value", "withLatest(from:)"),
        Wish("pair first with first, second with second", "zip(with:)", "zip(_:)"),
        Wish("combine conditions", "negate()", "and(_:)", "or(_:)", "all(_:)", "any(_:)"),
        Wish("do one after the other", "append(_:)", "prepend(_:)", "andThen(_:)"),
        Wish("take the one that answers first", "race(with:)", "race(_:)"),
        Wish("go on elsewhere if nothing comes", "ifEmpty(switchTo:)"),
      ]),
    Group(
      title: "begin work for each value",
      wishes: [
        Wish("run all of it at once, or only so many", "flatMap(_:)"),
        Wish("run one after the other: the strategy `.concat`", "flatMap(_:)"),
        Wish("stop what is running when something newer comes: the strategy `.latest`", "flatMap(_:)"),
        Wish(
          "ignore what comes while it is running: the strategies `.exhaust` and `.conflate`", "flatMap(_:)"),
        Wish("flatten a stream of streams", "flatten()"),
        Wish("treat values apart by what they are about", "grouped(by:)"),
        Wish(
          "split a stream into pieces that are streams", "windows(ofCount:)", "windows(every:)",
          "windows(every:orCount:)", "windows(boundedBy:)"),
        Wish("look at the last minute, again and again", "windows(lasting:every:)"),
      ]),
    Group(
      title: "sum up",
      wishes: [
        Wish("have all values at the end", "collect()"),
        Wish("have one result at the end", "reduce(_:_:)", "reduce(into:_:)", "count()", "min()", "max()"),
        Wish("have a yes or no", "contains(where:)", "allSatisfy(_:)"),
      ]),
    Group(
      title: "deal with failures and ends",
      wishes: [
        Wish("try again", "retry(_:)"),
        Wish("try again when something happens", "retry(when:)"),
        Wish("go on with something else", "catch(_:)"),
        Wish("go on with a value", "replaceError(with:)", "replaceEmpty(with:)", "replaceNil(with:)"),
        Wish("end quietly", "completeOnError()"),
        Wish("give up after a while", "timeout(_:_:failingWith:)", "timeout(_:_:switchingTo:)"),
        Wish("run again after completion", "repeat(_:)", "repeatForever()"),
        Wish(
          "make the types fit", "mapError(_:)", "setFailureType()", "assertNoFailure()", "setValueType()"),
        Wish("handle events as values", "materialize()", "dematerialize()"),
        Wish("handle failures as values", "materializeResults()", "dematerializeResults()"),
      ]),
    Group(
      title: "choose where and how often it runs",
      wishes: [
        Wish("handle events on another thread or actor", "receive()"),
        Wish("begin the work elsewhere, or later", "start()", "delayStart(_:)"),
        Wish(
          "have only so many at once, or so many in a second, whatever starts them", "limited(by:)",
          "limited(by:failingWith:)"),
        Wish("hold values while downstream is busy, and say which are dropped", "buffer(_:onOverflow:)"),
        Wish("do the work once for several listeners", "share()"),
        Wish("do it once, and tell who comes late what came last", "share(replay:)"),
        Wish("do it once and keep its result", "replayLazily(_:)"),
        Wish("read the latest value at any time", "stored(initial:)"),
        Wish("begin the work when all listeners are there", "multicast()", "connect()"),
        Wish("use a stream several times in one expression", "multicast(_:)"),
        Wish("start a signal like a producer", "Signal.producer"),
        Wish("see what happens", "log()", "on()", "after()", "named(_:)"),
      ]),
  ]
}
