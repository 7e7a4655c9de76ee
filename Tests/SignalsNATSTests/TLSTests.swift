#if NATS
  import Foundation
  import Signals
  import SignalsNATS
  import TestSupport
  import Testing

  extension RealServers {
    @Suite(.mayBlock) struct TLSTests {
      private static let certificates = Result { try Certificates() }

      private func server(_ name: String, verifies: Bool = false) throws -> NATSServer {
        let certificates = try Self.certificates.get()
        return try NATSServer(
          jetStream: false,
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
