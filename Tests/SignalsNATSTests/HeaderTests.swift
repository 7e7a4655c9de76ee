#if NATS
  import CNATS
  import Foundation
  import Signals
  import SignalsNATS
  import TestSupport
  import Testing

  extension RealServers {
    @Suite(.mayBlock) struct HeaderTests {
      static let cases: [(String, [String: [String]])] = [
        ("Empty:\r\nFull: x\r\n", ["Empty": [""], "Full": ["x"]]),
        ("Empty: \r\nFull: x\r\n", ["Empty": [""], "Full": ["x"]]),
        ("Full: x\r\nEmpty:\r\n", ["Empty": [""], "Full": ["x"]]),
        ("A:\r\nB:\r\nC:\r\n", ["A": [""], "B": [""], "C": [""]]),
        ("Two:\r\nTwo: x\r\nTwo:\r\n", ["Two": ["", "x", ""]]),
        ("A:  x y \t\r\nB:x:y\r\n", ["A": ["x y"], "B": ["x:y"]]),
        ("A: x\r\n  y\r\nB: z\r\n", ["A": ["x y"], "B": ["z"]]),
        ("no colon\r\nA: x\r\n", ["no colon": [], "A": ["x"]]),
        ("A: x", ["A": ["x"]]), ("", [:]), ("\r\n", [:]), (":\r\n", ["": [""]]),
        (" x\r\n", [" x": []]), ("A: é\r\na: b\r\n", ["A": ["é"], "a": ["b"]]),
      ]

      @Test("Headers are read as they are", arguments: cases)
      func reading(_ lines: String, _ expected: [String: [String]]) throws {
        var text = "NATS/1.0\r\n\(lines)\r\n"
        let block = try #require(text.withUTF8 { HeaderBlock(UnsafeRawBufferPointer($0)) })
        #expect(block.fields == expected)
        #expect(block.status == nil)
      }

      @Test func readsWhatTheServerSays() throws {
        var text = "NATS/1.0 404  No Messages \r\nA: x\r\n\r\n"
        let block = try #require(text.withUTF8 { HeaderBlock(UnsafeRawBufferPointer($0)) })
        #expect(block.status == 404)
        #expect(block.fields == ["Status": ["404"], "Description": ["No Messages"], "A": ["x"]])
      }

      /// From any program, with and without a subject for an answer, with and without bytes.
      @Test func anEmptyValueSpoilsNoOther() async throws {
        let server = try NATSServer(jetStream: false)
        let connection = try server.connect()
        let received = Log<NATSMessage>()
        try connection.messages(on: "a").onValues { received.add($0) }
        try await connection.flushing().completion()
        let sender = try RawClient(server)
        let cases = Self.cases.filter { $0.0.hasSuffix("\r\n") }
        for (lines, _) in cases {
          for subject in ["a", "a answer"] {
            for text in ["", "text", ": \r\n"] {
              try sender.publish(to: subject, headers: "NATS/1.0\r\n\(lines)\r\n", text)
            }
          }
        }
        try sender.ping()
        try #require(await eventually { received.count == cases.count * 6 })
        for (index, message) in received.entries.enumerated() {
          #expect(message.headers == cases[index / 6].1, "\(cases[index / 6].0)")
          #expect(message.text == ["", "text", ": \r\n"][index % 3])
          #expect(message.replySubject == (index / 3 % 2 == 0 ? nil : "answer"))
        }
      }

      /// Messages of another version may lie in memory in another way: then its own functions are used.
      @Test("Headers are read with another version of the C client", arguments: [0x03_04_00, 0x03_0A_00])
      func otherVersions(version: UInt32) async throws {
        let server = try NATSServer(jetStream: false)
        let sender = try RawClient(server)
        let (plain, spoilt) = ("A: x\r\nB: y\r\nA: z\r\n", "Empty:\r\nFull: x\r\n")
        let texts = [plain, spoilt].map { ("NATS/1.0\r\n\($0)\r\n", "text") }
        let messages = texts + [("NATS/1.0 404 No Messages\r\n\r\n", "")]
        let blocks = try server.receive(messages.count, on: "a") {
          for (headers, text) in messages { try sender.publish(to: "a answer", headers: headers, text) }
        } read: { message in
          (ours: HeaderBlock(of: message), theirs: HeaderBlock(of: message, version: version))
        }
        #expect(nats_GetVersionNumber() == 0x03_04_01, "look at the layout of its messages")
        #expect(blocks[0].ours?.fields == ["A": ["x", "z"], "B": ["y"]])
        #expect(blocks[0].theirs?.fields == blocks[0].ours?.fields)
        #expect(blocks[1].ours?.fields == ["Empty": [""], "Full": ["x"]])
        #expect(blocks[1].theirs?.fields != blocks[1].ours?.fields, "this version needs no parser of ours")
        #expect(blocks[2].ours?.status == 404 && blocks[2].theirs?.status == 404)
      }

      @Test func anEmptyValueIsPublishedAsOne() async throws {
        let server = try NATSServer(jetStream: false)
        let connection = try server.connect()
        let receiver = try RawClient(server)
        try receiver.send("SUB a 1\r\n")
        try receiver.ping()
        let received = Log<[String: [String]]>()
        try connection.messages(on: "a").onValues { received.add($0.headers) }
        let all: [[String: [String]]] = [
          ["Empty": [""]], ["Two": ["", "x"]], ["Empty": [""], "Full": ["x"]],
        ]
        for headers in all { try connection.publish([1], to: "a", headers: headers) }
        try #require(await eventually { received.count == all.count })
        #expect(received.entries == all)
        _ = try receiver.read(until: "NATS/1.0\r\nEmpty: \r\n\r\n\u{1}\r\n")
        _ = try receiver.read(until: "NATS/1.0\r\nTwo: \r\nTwo: x\r\n\r\n\u{1}\r\n")
      }

      /// What another program publishes says nothing for the server.
      @Test func aHeaderWithTheNameOfAStatusIsNone() async throws {
        let server = try NATSServer(jetStream: false)
        let connection = try server.connect()
        let requests = try connection.messages(on: "a")
        requests.onValues {
          try? connection.publish([], to: $0.replySubject ?? "", headers: ["Status": ["503"]])
        }
        let answers = try await connection.request([], of: "a").completion()
        #expect(answers.map(\.headers) == [["Status": ["503"]]])
      }

      @Test func aKeptMessageHasItsHeaders() async throws {
        let server = try NATSServer()
        let jetStream = try server.connect().jetStream
        try await jetStream.create(JetStreamStream("s", subjects: ["s"])).completion()
        try RawClient(server).publish(to: "s", headers: "NATS/1.0\r\nEmpty:\r\nFull: x\r\n\r\n", "text")
        let messages = jetStream.messages(of: JetStreamConsumer("c", of: "s")).prefix(1)
        let headers = try await messages.map(\.headers).completion()
        #expect(headers == [["Empty": [""], "Full": ["x"]]])
      }
    }
  }
#endif
