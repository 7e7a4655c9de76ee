/// A disposable with nothing to end. There is only this one.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let EmptyDisposable: any Disposable & Sendable = NothingToDispose()

private final class NothingToDispose: Finite, Sendable {
  var isOver: Bool { true }

  func dispose() {}
}
