#if NATS
  import Foundation
  import Signals
  import SignalsNATS
  import TestSupport
  import Testing

  extension RealServers {
    @Suite(.mayBlock) struct TLSTests {
      private static let certificates = Result { try Certificates() }

      private func server(
        _ name: String, verifies: Bool = false, port: UInt16? = nil
      ) throws -> NATSServer {
        let certificates = try Self.certificates.get()
        return try NATSServer(
          port: port, jetStream: false,
          settings: """
            tls { cert_file: "\(certificates.path("\(name).pem"))", \
            key_file: "\(certificates.path("\(name).key"))", \
            ca_file: "\(certificates.path("right.pem"))", verify: \(verifies) }
            """)
      }

      private func cause(_ server: NATSServer, _ tls: NATSTLS?) -> NATSError.Cause? {
        do throws(NATSError) {
          _ = try NATSConnection(server.options { $0.tls = tls })
          return nil
        } catch {
          return error.cause
        }
      }

      private func isNotSecure(_ cause: NATSError.Cause?) -> Bool {
        if case .notSecure? = cause { true } else { false }
      }

      @Test func connectsToATrustedServer() async throws {
        let certificates = try Self.certificates.get()
        let server = try server("server")
        let tls = NATSTLS(authorities: certificates.path("right.pem"))
        let connection = try server.connect { $0.tls = tls }
        let answering = try connection.reply(on: "a") { $0.bytes }
        #expect(try await connection.request([1], of: "a").completion().map(\.bytes) == [[1]])
        answering.dispose()
      }

      @Test func doesNotTrustAnotherAuthority() throws {
        let certificates = try Self.certificates.get()
        let server = try server("server")
        #expect(isNotSecure(cause(server, NATSTLS(authorities: certificates.path("wrong.pem")))))
        #expect(isNotSecure(cause(server, NATSTLS())), "an authority of its own is none of the system")
        #expect(isNotSecure(cause(server, NATSTLS(authorities: certificates.path("missing.pem")))))
      }

      @Test func doesNotTrustAnotherName() throws {
        let certificates = try Self.certificates.get()
        let server = try server("other")
        let authorities = certificates.path("right.pem")
        #expect(isNotSecure(cause(server, NATSTLS(authorities: authorities))))
        #expect(cause(server, NATSTLS(authorities: authorities, expectedHost: "elsewhere.example")) == nil)
      }

      @Test("A wrong certificate is none", arguments: ["old", "foreign", "other"])
      func wrongCertificates(_ name: String) throws {
        let certificates = try Self.certificates.get()
        let server = try server(name)
        #expect(isNotSecure(cause(server, NATSTLS(authorities: certificates.path("right.pem")))))
      }

      @Test func aClientWithAWrongCertificateDoesNotConnect() throws {
        let certificates = try Self.certificates.get()
        let server = try server("server", verifies: true)
        let authorities = certificates.path("right.pem")
        for name in ["foreign", "old"] {
          let identity = NATSTLS.Identity(
            certificates: certificates.path("\(name).pem"), key: certificates.path("\(name).key"))
          #expect(cause(server, NATSTLS(authorities: authorities, identity: identity)) != nil, "\(name)")
        }
        let noPair = NATSTLS.Identity(
          certificates: certificates.path("client.pem"), key: certificates.path("server.key"))
        #expect(isNotSecure(cause(server, NATSTLS(authorities: authorities, identity: noPair))))
      }

      /// What stands in for the server that a program was connected to has to show a certificate as well.
      @Test("After a restart too", arguments: ["old", "foreign", "other"])
      func restarts(_ name: String) async throws {
        let certificates = try Self.certificates.get()
        let server = try server("server")
        let tls = NATSTLS(authorities: certificates.path("right.pem"))
        let connection = try server.connect {
          $0.tls = tls
          $0.reconnectWait = .milliseconds(10)
          $0.reconnectAttempts = 5
        }
        let states = Log<NATSConnectionState>()
        connection.state.producer.dropFirst().startWithValues { states.add($0) }
        try server.kill()
        let impostor = try self.server(name, port: server.port)
        try #require(await eventually { connection.state.value.isClosed })
        #expect(!states.entries.contains { $0.isConnected })
        withExtendedLifetime(impostor) {}
      }

      @Test func twoHundredWrongCertificatesLeaveNothing() async throws {
        let certificates = try Self.certificates.get()
        let server = try server("foreign")
        let tls = NATSTLS(authorities: certificates.path("right.pem"))
        func count(_ kind: String) throws -> Int {
          try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(kind)").count
        }
        for _ in 0..<20 { #expect(isNotSecure(cause(server, tls))) }
        let before = try (count("fd"), count("task"), residentBytes())
        var wrong = 0
        let time = ContinuousClock().measure {
          for _ in 0..<200 where isNotSecure(cause(server, tls)) { wrong += 1 }
        }
        #expect(wrong == 200)
        // Other tests run beside this one.
        var after = try (count("fd"), count("task"), residentBytes())
        let isFlat = try await eventually(within: .seconds(30)) {
          after = try (count("fd"), count("task"), residentBytes())
          return after.0 < before.0 + 40 && after.1 < before.1 + 40
        }
        #expect(isFlat, "before \(before), after \(after)")
        print(
          """
          figures: 200 wrong certificates in \(time), \(after.0 - before.0) descriptors, \
          \(after.1 - before.1) threads, \((after.2 - before.2) >> 10) KB more
          """)
      }

      @Test func bothSidesHaveToHaveIt() throws {
        let certificates = try Self.certificates.get()
        let plain = try NATSServer(jetStream: false)
        #expect(isNotSecure(cause(plain, NATSTLS(authorities: certificates.path("right.pem")))))
        let secured = try server("server")
        #expect(cause(secured, nil) != nil)
      }

      @Test func theServerMayWantACertificateToo() throws {
        let certificates = try Self.certificates.get()
        let server = try server("server", verifies: true)
        let authorities = certificates.path("right.pem")
        let identity = NATSTLS.Identity(
          certificates: certificates.path("client.pem"), key: certificates.path("client.key"))
        #expect(cause(server, NATSTLS(authorities: authorities, identity: identity)) == nil)
        #expect(cause(server, NATSTLS(authorities: authorities)) != nil)
      }
    }
  }
#endif
