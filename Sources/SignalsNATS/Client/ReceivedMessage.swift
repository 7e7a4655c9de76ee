#if NATS
  import CNATS
  import Foundation
  import Signals

  /// A message of the C client, for the duration of a call.
  struct ReceivedMessage: ~Copyable {
    private let pointer: OpaquePointer
    /// Whether it is destroyed elsewhere.
    private let isKept: UnsafeMutablePointer<Bool>

    init(_ pointer: OpaquePointer, _ isKept: UnsafeMutablePointer<Bool>) {
      self.pointer = pointer
      self.isKept = isKept
    }

    /// The message for longer than the call. Once.
    func keep() -> KeptMessage {
      isKept.pointee = true
      return KeptMessage(pointer)
    }

    /// For a small one of which there are many. Nothing is to be read from it afterwards.
    func drop(into bin: MessageBin) {
      isKept.pointee = true
      bin.drop(pointer, size: count)
    }

    /// Where it stands in a stream; nil if it is none of a consumer.
    var place: JetStreamMessage.Place? { natsMsg_GetReply(pointer).flatMap { JetStreamMessage.Place($0) } }

    var subject: String { String(cString: natsMsg_GetSubject(pointer)) }

    /// Empty if it has none.
    var reply: String { natsMsg_GetReply(pointer).map { String(cString: $0) } ?? "" }

    var count: Int { Int(natsMsg_GetDataLength(pointer)) }

    var bytes: [UInt8] { withBytes { Array($0) } }

    /// - Parameter body: Gets bytes that are valid during the call only.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
      body(UnsafeRawBufferPointer(start: natsMsg_GetData(pointer), count: count))
    }

    /// What the server says instead of a message: 100 to 503; nil for a message.
    var status: Int? { count > 0 ? nil : HeaderBlock(of: pointer)?.status }

    func header(_ name: String) -> String? { headers[name]?.first }

    var headers: [String: [String]] { HeaderBlock(of: pointer)?.fields ?? [:] }

    /// The two numbers that the subject is made of from this byte on: `12-345`.
    func numbers(from start: Int) -> (UInt64, UInt64)? {
      let subject = natsMsg_GetSubject(pointer)!
      let text = UnsafeRawBufferPointer(start: subject, count: strlen(subject)).dropFirst(start)
      guard let dash = text.firstIndex(of: UInt8(ascii: "-")), let first = UInt64(digits: text[..<dash]),
        let second = UInt64(digits: text[(dash + 1)...])
      else { return nil }
      return (first, second)
    }
  }

  /// A message of the C client that nothing else uses.
  ///
  /// Sendable because nothing changes it until it is released, in `deinit` only.
  final class KeptMessage: @unchecked Sendable {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { natsMsg_Destroy(pointer) }

    var subject: String { String(cString: natsMsg_GetSubject(pointer)) }

    var bytes: [UInt8] {
      Array(
        UnsafeRawBufferPointer(start: natsMsg_GetData(pointer), count: Int(natsMsg_GetDataLength(pointer))))
    }

    var headers: [String: [String]] { HeaderBlock(of: pointer)?.fields ?? [:] }

    var reply: String { natsMsg_GetReply(pointer).map { String(cString: $0) } ?? "" }

    /// Publishes to its reply subject.
    func answer(_ text: String, _ client: Client) throws(NATSError) {
      var text = text
      let status = text.withUTF8 { bytes in
        natsConnection_Publish(
          client.pointer, natsMsg_GetReply(pointer), bytes.baseAddress, Int32(bytes.count))
      }
      try client.check(status)
    }
  }
#endif
