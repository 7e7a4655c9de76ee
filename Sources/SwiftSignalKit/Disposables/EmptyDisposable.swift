// swift-format-ignore: AlwaysUseLowerCamelCase
/// A disposable with nothing to end. There is only this one.
public let EmptyDisposable: any Disposable & Sendable = NothingToDispose()

private final class NothingToDispose: Finite, Sendable {
  var isOver: Bool { true }

  func dispose() {}
}
