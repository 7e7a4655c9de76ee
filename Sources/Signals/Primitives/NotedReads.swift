#if !hasFeature(Embedded)

  /// Which properties were read since a reader of the record looked last. They note themselves, the first time after that was
  /// requested: all other reads cost what they cost anyway.
  package enum NotedReads {
    private static let all = Guarded(Set<ObjectIdentifier>())

    /// Those that were read since the last call.
    package static func take() -> Set<ObjectIdentifier> {
      all.withLock { all in
        defer { all = [] }
        return all
      }
    }

    package static func add(_ property: ObjectIdentifier) {
      all.withLock { _ = $0.insert(property) }
    }
  }

#endif
