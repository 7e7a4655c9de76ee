import Foundation

/// The containers of the dialect, as they are written by hand in the style of their time: a lock and a value, two arrays,
/// one hop to a queue.

/// A lock and a value.
final class FloorAtomic<Value>: @unchecked Sendable {
  // Sendable because the value is reached only while the mutex is held.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @inline(__always) func with<Result>(_ f: (Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    let result = f(value)
    pthread_mutex_unlock(mutex)
    return result
  }

  @inline(__always) @discardableResult func modify(_ f: (Value) -> Value) -> Value {
    pthread_mutex_lock(mutex)
    let result = f(value)
    value = result
    pthread_mutex_unlock(mutex)
    return result
  }

  @inline(__always) @discardableResult func swap(_ new: Value) -> Value {
    pthread_mutex_lock(mutex)
    let before = value
    value = new
    pthread_mutex_unlock(mutex)
    return before
  }
}

/// Two arrays.
final class FloorBag<Item> {
  private var nextIndex = 0
  private var indices: [Int] = []
  private var items: [Item] = []

  @inline(__always) func add(_ item: Item) -> Int {
    let index = nextIndex
    nextIndex += 1
    indices.append(index)
    items.append(item)
    return index
  }

  @inline(__always) func get(_ index: Int) -> Item? {
    indices.firstIndex(of: index).map { items[$0] }
  }

  @inline(__always) func remove(_ index: Int) {
    guard let place = indices.firstIndex(of: index) else { return }
    indices.remove(at: place)
    items.remove(at: place)
  }

  @inline(__always) func copyItems() -> [Item] { items }
}

/// Tokens.
final class FloorCounter {
  private var next = 1
  private var tokens: Set<Int> = []

  @inline(__always) func add() -> Int {
    defer { next += 1 }
    tokens.insert(next)
    return next
  }

  @inline(__always) func remove(_ token: Int) { tokens.remove(token) }
}

protocol FloorDisposable: AnyObject { func dispose() }

/// An action that runs once.
final class FloorAction: FloorDisposable {
  private let action: FloorAtomic<(() -> Void)?>

  init(_ action: @escaping () -> Void) { self.action = FloorAtomic(action) }

  func dispose() { action.swap(nil)?() }
}

/// One disposable at a time.
final class FloorMeta {
  private let held = FloorAtomic<(any FloorDisposable)?>(nil)

  func set(_ disposable: (any FloorDisposable)?) { held.swap(disposable)?.dispose() }
}

/// Several disposables.
final class FloorSet {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var all: [any FloorDisposable] = []

  init() { pthread_mutex_init(mutex, nil) }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func add(_ member: any FloorDisposable) {
    pthread_mutex_lock(mutex)
    all.append(member)
    pthread_mutex_unlock(mutex)
  }

  func remove(_ member: any FloorDisposable) {
    pthread_mutex_lock(mutex)
    if let index = all.firstIndex(where: { $0 === member }) { all.remove(at: index) }
    pthread_mutex_unlock(mutex)
  }
}

/// Disposables with keys.
final class FloorDict<Key: Hashable> {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var all: [Key: any FloorDisposable] = [:]

  init() { pthread_mutex_init(mutex, nil) }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func set(_ member: (any FloorDisposable)?, forKey key: Key) {
    pthread_mutex_lock(mutex)
    let before = all[key]
    all[key] = member
    pthread_mutex_unlock(mutex)
    before?.dispose()
  }
}

/// A subscriber with a lock for its state, as each stage of a signal has one.
final class FloorSubscriber: @unchecked Sendable {
  // Sendable because the state is reached only while the mutex is held.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var next: ((Int) -> Void)?
  private var disposable: (any FloorDisposable)?

  init(_ next: @escaping (Int) -> Void) {
    self.next = next
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func put(_ value: Int) {
    pthread_mutex_lock(mutex)
    let next = self.next
    pthread_mutex_unlock(mutex)
    next?(value)
  }

  func own(_ disposable: any FloorDisposable) {
    pthread_mutex_lock(mutex)
    self.disposable = disposable
    pthread_mutex_unlock(mutex)
  }

  func end() {
    pthread_mutex_lock(mutex)
    let disposable = self.disposable
    self.disposable = nil
    next = nil
    pthread_mutex_unlock(mutex)
    disposable?.dispose()
  }
}

/// A value, and those who are told of it.
final class FloorPromise {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Int?
  private let subscribers = FloorBag<FloorSubscriber>()

  init() { pthread_mutex_init(mutex, nil) }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func set(_ value: Int) {
    pthread_mutex_lock(mutex)
    self.value = value
    let all = subscribers.copyItems()
    pthread_mutex_unlock(mutex)
    for subscriber in all { subscriber.put(value) }
  }

  func start(_ next: @escaping (Int) -> Void) -> FloorSubscriber {
    let subscriber = FloorSubscriber(next)
    pthread_mutex_lock(mutex)
    let value = self.value
    let index = subscribers.add(subscriber)
    pthread_mutex_unlock(mutex)
    if let value { subscriber.put(value) }
    subscriber.own(
      FloorAction { [weak self] in
        guard let self else { return }
        pthread_mutex_lock(self.mutex)
        self.subscribers.remove(index)
        pthread_mutex_unlock(self.mutex)
      })
    return subscriber
  }
}

/// An object that is made and used on a queue. A caller on the queue does not wait.
final class FloorLocal<Object: AnyObject>: @unchecked Sendable {
  // Sendable because the object is touched on the queue only.
  private let queue: DispatchQueue
  private let isHere = DispatchSpecificKey<Void>()
  private var object: Object?

  init(_ queue: DispatchQueue, _ make: @escaping @Sendable () -> Object) {
    self.queue = queue
    queue.setSpecific(key: isHere, value: ())
    queue.async { self.object = make() }
  }

  @inline(__always) func with(_ f: @escaping @Sendable (Object) -> Void) {
    if DispatchQueue.getSpecific(key: isHere) != nil { return f(object!) }
    queue.async { f(self.object!) }
  }

  @inline(__always) func syncWith<Result>(_ f: (Object) -> Result) -> Result {
    if DispatchQueue.getSpecific(key: isHere) != nil { return f(object!) }
    return queue.sync { f(object!) }
  }
}

/// A timer that calls as long as it exists.
final class FloorTimer: @unchecked Sendable {
  // Sendable because the source is reached only while the mutex is held.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var source: (any DispatchSourceTimer)?
  private let timeout: Double
  private let completion: @Sendable (FloorTimer) -> Void
  private let queue: DispatchQueue

  init(timeout: Double, completion: @escaping @Sendable (FloorTimer) -> Void, queue: DispatchQueue) {
    self.timeout = timeout
    self.completion = completion
    self.queue = queue
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    invalidate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func start() {
    let source = DispatchSource.makeTimerSource(queue: queue)
    source.setEventHandler { [weak self] in
      guard let self else { return }
      completion(self)
      invalidate()
    }
    pthread_mutex_lock(mutex)
    self.source = source
    pthread_mutex_unlock(mutex)
    source.schedule(deadline: .now() + timeout)
    source.resume()
  }

  func invalidate() {
    pthread_mutex_lock(mutex)
    let source = self.source
    self.source = nil
    pthread_mutex_unlock(mutex)
    source?.cancel()
  }
}
