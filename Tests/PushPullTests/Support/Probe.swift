/// Is gone when nobody keeps the closures that use it.
final class Probe: Sendable {
  func use() {}
}

struct Oops: Error, Equatable {
  var code = 0
}
