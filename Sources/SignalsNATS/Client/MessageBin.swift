#if NATS
  import CNATS
  import Signals

  /// Messages of the C client that are not used any more, until there are enough of them to be destroyed together.
  ///
  /// The C client leaves the destruction to a thread of its own, which sleeps when there is nothing to do. To wake it for each
  /// message would take more time than all else that happens to a publication.
  ///
  /// Sendable because nothing else uses what it holds.
  package final class MessageBin: @unchecked Sendable {
    private struct Content {
      var messages: [OpaquePointer] = []
      var bytes = 0
    }

    package static let limit = (messages: 512, bytes: 1 << 16)

    private let content = Guarded(Content())

    package init() {}

    deinit { content.withLock { $0 }.messages.forEach(natsMsg_Destroy) }

    /// How many messages it holds.
    package var count: Int { content.withLock { $0.messages.count } }

    /// - Parameters:
    ///   - message: Nothing else uses it.
    ///   - size: About how many bytes it has.
    package func drop(_ message: OpaquePointer, size: Int) {
      let full: [OpaquePointer] = content.withLock { content in
        content.messages.append(message)
        content.bytes += size
        guard content.messages.count >= Self.limit.messages || content.bytes >= Self.limit.bytes else {
          return []
        }
        defer {
          content = Content()
          content.messages.reserveCapacity(Self.limit.messages)
        }
        return content.messages
      }
      full.forEach(natsMsg_Destroy)
    }
  }
#endif
