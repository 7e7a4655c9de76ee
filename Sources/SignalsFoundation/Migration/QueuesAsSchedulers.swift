// What Combine takes for a scheduler, so that the compiler says what to pass: the conformances are unavailable.

import Dispatch
import Foundation
import Signals

@available(*, unavailable, message: "use QueueScheduler.main or QueueScheduler(targeting: queue)")
extension DispatchQueue: Scheduler {
  public var now: Duration { fatalError() }
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable { fatalError() }
  public func schedule(
    at time: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable { fatalError() }
}

@available(*, unavailable, message: "use QueueScheduler.main or QueueScheduler(targeting: queue)")
extension OperationQueue: Scheduler {
  public var now: Duration { fatalError() }
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable { fatalError() }
  public func schedule(
    at time: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable { fatalError() }
}

@available(*, unavailable, message: "use QueueScheduler.main or QueueScheduler(targeting: queue)")
extension RunLoop: Scheduler {
  public var now: Duration { fatalError() }
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable { fatalError() }
  public func schedule(
    at time: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable { fatalError() }
}
