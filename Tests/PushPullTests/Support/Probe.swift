/// Is released when the closures that use it are released.
final class Probe: Sendable {
  func use() {}
}

struct Oops: Error, Equatable {
  var code = 0
}
