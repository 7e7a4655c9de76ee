#if !hasFeature(Embedded)

  extension Actor {
    /// A function that calls `function`, and releases on the actor what that captured (contract A3).
    ///
    /// - Parameter function: Is called by jobs of the actor.
    nonisolated func keeping<Argument, Result>(
      _ function: @escaping @Sendable (Argument) -> Result
    ) -> @Sendable (Argument) -> Result {
      let kept = kept(Function(call: function), for: self)
      return { kept().call($0) }
    }
  }

  /// What gives `content`, which is released on the actor, if there is one: at once by code of the actor, otherwise by a job.
  /// What a closure of an actor captured may belong to the actor, although another thread releases the last reference.
  @usableFromInline
  func kept<Content: Sendable>(_ content: Content, for actor: (any Actor)?) -> @Sendable () -> Content {
    guard let actor, #available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *) else {
      return { content }
    }
    let kept = KeptForActor(content, actor)
    return { kept.content }
  }

  /// A function as it is. A generic type would keep it in another form, and each call would allocate memory.
  private struct Function<Argument, Result>: Sendable {
    let call: @Sendable (Argument) -> Result
  }

  /// An actor with the executor of another one, because that is where it is released.
  @available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *)
  private actor KeptForActor<Content: Sendable> {
    nonisolated let content: Content
    private let owner: any Actor

    init(_ content: Content, _ owner: any Actor) {
      self.content = content
      self.owner = owner
    }

    isolated deinit {}

    nonisolated var unownedExecutor: UnownedSerialExecutor { owner.unownedExecutor }
  }

#endif
