/// Several disposables as one.
///
/// They are disposed of newest first. What is added afterwards is disposed of at once (contract D3),
/// and members that finish by themselves are removed (contract D4).
///
/// ``dispose()`` returns when every member has been disposed of, also on a thread that finds another one doing it. So
/// contract D2 holds for each thread that calls it. It does not wait for actions that run on other threads.
///
/// - Complexity: adding takes amortised constant time; holds at most about twice the living members.
public final class CompositeDisposable: Disposable {
  private let members = DisposableList()

  /// A disposable without members.
  public init() {}

  /// A disposable of several members, the last of which is disposed of first.
  public init(_ members: [any Disposable]) {
    members.forEach(self.members.add)
  }

  public var isDisposed: Bool { members.isDisposed }

  var owned: [any Disposable] { members.all }

  public func dispose() { members.disposeOfAll() }

  public func pause() { _ = members.pause() }

  public func resume() { members.resume()?.members.forEach { $0.resume() } }

  public var isSettled: Bool { members.hasSettled }

  public func whenSettled(_ action: @escaping @Sendable () -> Void) { members.onceSettled(action) }

  /// Adds a member; disposes of it at once if the composite was disposed of.
  public func add(_ member: any Disposable) { members.add(member) }

  /// Adds an action to run when the composite is disposed of.
  public func add(_ action: @escaping @Sendable () -> Void) { members.add(AnyDisposable(action)) }

  /// Adds a member; disposes of it at once if the composite was disposed of.
  public static func += (composite: CompositeDisposable, member: any Disposable) { composite.add(member) }

  /// Adds an action to run when the composite is disposed of.
  public static func += (composite: CompositeDisposable, action: @escaping @Sendable () -> Void) {
    composite.add(action)
  }
}
