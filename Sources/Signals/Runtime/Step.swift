/// A step of a start whose sources follow each other: it attaches one of them.
///
/// A step that is requested while the one before is still being taken, because its source has ended synchronously, is taken
/// when that has returned: any number of them uses constant stack (contract P8). So one waits at most. A source that ends on
/// another thread, while another thread is still attaching it, does not wait for that thread.
///
/// It lies on the stack of the thread that takes it, so it takes no memory, and needs no lock: no other thread knows of it.
@usableFromInline package struct Step {
  @usableFromInline package typealias Body = @Sendable () -> Void

  /// Whose step it is. Its caller keeps it.
  private let start: UnsafeRawPointer
  /// The start of the source that it attaches, to be compared only.
  private var source: UnsafeRawPointer?
  /// What has been requested meanwhile.
  private var next: Body?
  /// The step inside of which this one is taken, of another start.
  private let outer: UnsafeMutablePointer<Step>?

  private init(of start: Subscription, inside outer: UnsafeMutablePointer<Step>?) {
    self.start = Self.address(of: start)
    self.outer = outer
  }

  private static func address(of start: Subscription) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(start).toOpaque())
  }

  private static var innermost: UnsafeMutablePointer<Step>? {
    CurrentThread.step?.assumingMemoryBound(to: Step.self)
  }

  /// The step of `start` that the calling thread is inside of.
  fileprivate static func current(of start: Subscription) -> UnsafeMutablePointer<Step>? {
    var step = innermost
    while let present = step, present.pointee.start != address(of: start) { step = present.pointee.outer }
    return step
  }

  /// The calling thread is inside a step, which attaches a source with this start.
  @usableFromInline package static func attaches(_ source: Subscription) {
    innermost?.pointee.source = address(of: source)
  }

  /// Takes a step, and then those that are requested inside of it.
  fileprivate static func take(of start: Subscription, _ body: () -> Void) {
    let outer = innermost
    var step = Step(of: start, inside: outer)
    withUnsafeMutablePointer(to: &step) { step in
      CurrentThread.step = UnsafeMutableRawPointer(step)
      body()
      while let next = step.pointee.next {
        step.pointee.next = nil
        next()
      }
    }
    CurrentThread.step = outer.map { UnsafeMutableRawPointer($0) }
  }

  fileprivate func attaches(_ source: Subscription) -> Bool { self.source == Self.address(of: source) }

  fileprivate mutating func request(_ next: @escaping Body) { self.next = next }
}

extension Subscription {
  /// Takes a step at once. False: the thread is inside a step of this start, and the caller calls ``takeNextStep(_:)``. So a
  /// step that is taken at once needs no memory.
  @usableFromInline package final func takeStep(_ step: () -> Void) -> Bool {
    if Step.current(of: self) != nil { return false }
    Step.take(of: self, step)
    return true
  }

  /// Takes a step when the one that the thread is inside of has returned.
  @usableFromInline package final func takeNextStep(_ step: @escaping Step.Body) {
    Step.current(of: self)?.pointee.request(step)
  }

  /// Takes the next step when `source` is over: at once, or when the step has returned that attaches it.
  @usableFromInline package final func proceed(after source: Subscription, _ step: @escaping Step.Body) {
    if let current = Step.current(of: self), current.pointee.attaches(source) {
      current.pointee.request(step)
    } else {
      Step.take(of: self, step)
    }
  }
}
