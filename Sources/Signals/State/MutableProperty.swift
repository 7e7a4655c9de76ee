/// A value that can be set, read and observed, from any thread.
///
/// A set is stored at once; then the setting thread calls the observers, before the call returns. An observer that
/// another thread is calling gets the change from that thread, afterwards; what an observer sets itself is delivered
/// after the current changes (contract E7). When the property is gone, its streams complete.
///
///     let volume = MutableProperty(3)
///     volume.producer.startWithValues { print($0) }  // 3
///     volume.value = 5                               // 5
///     volume.modify { $0 += 1 }                      // 6
///
/// Setting an equal value changes nothing where values can be compared; elsewhere every set is a change
/// (contract R6). As a property wrapper it hands out itself as the projected value:
///
///     @MutableProperty var name = "Ada"
///     $name.producer.startWithValues { print($0) }
@propertyWrapper
public final class MutableProperty<Value: Sendable>: PropertyProtocol {
  @usableFromInline package let node: PropertyNode<Value>
  @usableFromInline let madeLifetime = Lazily<Lifetime>()

  /// Ends when the property is gone.
  public var lifetime: Lifetime { madeLifetime.object { Lifetime() } }

  @usableFromInline package init(node: PropertyNode<Value>) {
    self.node = node
    node.listIfRecorded()
  }

  deinit {
    madeLifetime.ifMade?.end()
    PropertyGraph.end(node)
  }

  /// A property with a first value.
  ///
  /// - Parameters:
  ///   - initial: The first value.
  ///   - name: What the property is called in messages; otherwise its file and line.
  ///   - fileID: The file of the call, which the compiler fills in.
  ///   - line: The line of the call, which the compiler fills in.
  @inlinable public convenience init(
    _ initial: Value, name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(node: PropertyNode(initial, NodeName(name, fileID, line), areEqual: nil))
  }

  /// A property with a first value. Setting an equal value changes nothing (contract R6).
  ///
  /// - Parameters:
  ///   - initial: The first value.
  ///   - name: What the property is called in messages; otherwise its file and line.
  ///   - fileID: The file of the call, which the compiler fills in.
  ///   - line: The line of the call, which the compiler fills in.
  @inlinable public convenience init(
    _ initial: Value, name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    self.init(node: PropertyNode(initial, NodeName(name, fileID, line), areEqual: isSame))
  }

  /// A property with a first value. Setting a value that is equivalent to the present one changes nothing, as an equal one
  /// of a type that is `Equatable` (contract R6).
  ///
  ///     let user = MutableProperty(guest, removingDuplicatesBy: { $0.id == $1.id })
  ///
  /// - Parameters:
  ///   - initial: The first value.
  ///   - name: What the property is called in messages; otherwise its file and line.
  ///   - fileID: The file of the call, which the compiler fills in.
  ///   - line: The line of the call, which the compiler fills in.
  ///   - areEquivalent: Compares the present value with the one that is set, in the thread that sets it. It may be
  ///     called more than once for a set, and should do nothing but compare.
  @inlinable public convenience init(
    _ initial: Value, name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    removingDuplicatesBy areEquivalent: @escaping @Sendable (Value, Value) -> Bool
  ) {
    self.init(node: PropertyNode(initial, NodeName(name, fileID, line), areEqual: areEquivalent))
  }

  /// A property wrapper with a first value. The property itself is the projected value: `$name`.
  ///
  /// - Parameters:
  ///   - wrappedValue: The first value.
  ///   - name: What the property is called in messages; otherwise its file and line.
  ///   - fileID: The file of the declaration, which the compiler fills in.
  ///   - line: The line of the declaration, which the compiler fills in.
  @inlinable public convenience init(
    wrappedValue: Value, name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(wrappedValue, name: name, fileID: fileID, line: line)
  }

  /// A property wrapper with a first value. Setting an equal value changes nothing (contract R6).
  ///
  /// The property itself is the projected value: `$name`.
  ///
  /// - Parameters:
  ///   - wrappedValue: The first value.
  ///   - name: What the property is called in messages; otherwise its file and line.
  ///   - fileID: The file of the declaration, which the compiler fills in.
  ///   - line: The line of the declaration, which the compiler fills in.
  @inlinable public convenience init(
    wrappedValue: Value, name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    self.init(wrappedValue, name: name, fileID: fileID, line: line)
  }

  /// The value as of now. Setting it calls the observers before the call returns, but for those that are being called
  /// already.
  @inlinable public var value: Value {
    get { node.value }
    set { node.set(newValue) }
  }

  /// What the property wrapper stands for: ``value``.
  @inlinable public var wrappedValue: Value {
    get { node.value }
    set { node.set(newValue) }
  }

  /// What `$` gives of the property wrapper: the property itself.
  @inlinable public var projectedValue: MutableProperty<Value> { self }

  /// Changes the value in place, as one change, and returns what `body` returns.
  ///
  /// `body` runs with no lock held. If another thread sets the value meanwhile, `body` runs again on that value:
  /// `body` should do nothing but change its argument. If it sets the property by another way, it runs again as well.
  ///
  /// A collection is copied once for each call, O(n), because readers may have the present one meanwhile: make several
  /// changes in one call.
  ///
  ///     let wasEmpty = list.modify { list in
  ///       defer { list.append(item) }
  ///       return list.isEmpty
  ///     }
  ///
  /// If `body` throws, the property stays as it is, also inside a ``transaction(_:)``, and no observer is notified.
  ///
  ///     try balance.modify { balance throws(Refused) in
  ///       if balance < price { throw .tooExpensive }
  ///       balance -= price
  ///     }
  @inlinable @discardableResult
  public func modify<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try node.modify(body)
  }

  /// Sets a value and returns the one before.
  @inlinable @discardableResult
  public func swap(_ value: Value) -> Value {
    node.modify { current in
      defer { current = value }
      return current
    }
  }

  /// Reads the value and returns what `body` makes of it, or throws what `body` throws.
  @inlinable public func withValue<Result, Failure: Error>(
    _ body: (Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(node.value)
  }

  @inlinable public var readOnly: Property<Value> { Property(node, source: Retained(self)) }

  @inlinable public func attach(_ observer: Observer<Value, Never>, _ subscription: Subscription) {
    node.attach(observer, subscription, keeping: nil)
  }
}
