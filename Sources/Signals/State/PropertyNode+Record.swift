extension PropertyNode {
  /// Lists the property, while recording is on. A change of its value reads no flag: the node counts its values anyway.
  @inlinable @inline(__always) func listIfRecorded() {
    if LiveSubscriptions.areRecorded { list() }
  }

  @usableFromInline @inline(never) func list() {
    #if !hasFeature(Embedded)
      SubscriptionRecord.add(self)
    #endif
  }
}

#if !hasFeature(Embedded)
  extension PropertyNode: ObservableValue {
    package var glance: PropertyGlance {
      var given: String?
      if case .named(let name) = name { given = name.name }
      return PropertyGlance(
        name: given, place: name.place, valueType: Value.self, isComputed: record.pointee.isComputed,
        changeCount: Int(cell.version), isObserved: addressOfFirstObserver.load(ordering: .relaxed) != 0,
        isListenedTo: record.pointee.isListenedTo.load(ordering: .relaxed))
    }

    package var textOfValue: String? { cell.version > 0 ? "\(cell.read().value)" : nil }

    package var isReadByAnother: Bool { PropertyGraph.withLock { record.pointee.firstReader != nil } }

    package func noteNextRead() {
      if !record.pointee.isComputed { record.noteNextRead() }
    }
  }
#endif
