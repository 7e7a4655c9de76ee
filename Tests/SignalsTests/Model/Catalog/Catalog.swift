/// All operators of the model.
enum Catalog {
  static let operators =
    values + ends + gathering + cutting + joins + successions + flattening + timed + pairs

  /// What the entries stand for.
  static let names = Set(operators.flatMap { $0.names } + creations.map { $0.name })

  /// Why the others are not in it.
  static let exceptions = manyStreams.merging(others) { first, _ in first }

  /// The joins of more than six streams, which are those of fewer: each stream of a pipeline has streams of its own, and
  /// with nine of them pipelines grow too large to be tried.
  private static let manyStreams = Dictionary(
    uniqueKeysWithValues: ["combineLatest", "zip"].flatMap { name in
      (7...10).map { count in
        ("\(name)(\(String(repeating: "_:", count: count)))", "tested by marbles, as those of fewer streams")
      }
    })

  private static let others = [
    "share()": "for one start it changes nothing; what several see is tested in ShareTests",
    "share(replay:scope:)": "the same",
    "replayLazily(_:)": "the same, in ReplayLazilyTests",
    "limited(by:)": "for one start it changes nothing; what several may do at once is tested in LimiterTests",
    "limited(by:failingWith:)": "the same",
    "buffer(_:onOverflow:drops:)":
      "while downstream asks for no pause it changes nothing, and the model has no pauses; see BufferTests",
    "stored(initial:name:)": "a property, with a model of its own in the tests of the state graph",
    "prefix(during:)": "it ends with a call from outside, which the model does not have",
    "multicast()": "it begins with a call from outside, which the model does not have",
    "connect()": "is that call",
    "EventStream(_:)": "scripts are made with it",
    "Signal.pipe()": "pushed scripts are made with it",
    "Signal.producer": "a signal under another name; pipelines have signals among the streams of producers",
    "Signal.never": "has nothing to say",
    "Signal.empty": "interrupts each observer that attaches, as the model says of every signal that is over",
  ]
}
