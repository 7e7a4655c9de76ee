#if NATS
  import Foundation
  import Signals
  import SignalsNATS
  import TestSupport
  import Testing

  extension RealServers {
    @Suite(.mayBlock) struct TLSTests {
      /// An authority, and certificates by it, made with `openssl`.
      private struct Certificates {
        let folder: TemporaryFolder

        init() throws {
          folder = try TemporaryFolder()
          for authority in ["right", "wrong"] {
            try openssl(
              "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
              "2",
              "-subj", "/CN=\(authority)", "-keyout", path("\(authority).key"), "-out",
              path("\(authority).pem"))
          }
          try make("server", alternatives: "IP:127.0.0.1")
          try make("other", alternatives: "DNS:elsewhere.example")
          try make("client", alternatives: "DNS:client")
        }

        func path(_ name: String) -> String { folder.url.appending(path: name).path }

        private func make(_ name: String, alternatives: String) throws {
          try openssl(
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj",
            "/CN=\(name)",
            "-keyout", path("\(name).key"), "-out", path("\(name).csr"))
          try folder.write("\(name).ext", Array("subjectAltName=\(alternatives)\n".utf8))
          try openssl(
            "x509", "-req", "-days", "2", "-in", path("\(name).csr"), "-CA", path("right.pem"), "-CAkey",
            path("right.key"), "-CAcreateserial", "-extfile", path("\(name).ext"), "-out", path("\(name).pem")
          )
        }

        private func openssl(_ arguments: String...) throws {
          let answer = try CompiledProgram.run(
            URL(filePath: "/usr/bin/env"), ["openssl"] + arguments, seconds: 60)
          try #require(answer.status == 0, "\(answer.errors)")
        }

        func server(_ name: String, verifies: Bool = false) throws -> NATSServer {
          try NATSServer(
            jetStream: false,
            settings: """
              tls { cert_file: "\(path("\(name).pem"))", key_file: "\(path("\(name).key"))", \
              ca_file: "\(path("right.pem"))", verify: \(verifies) }
              """)
        }
      }

      private static let certificates = Result { try Certificates() }

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
        let server = try certificates.server("server")
        let tls = NATSTLS(authorities: certificates.path("right.pem"))
        let connection = try server.connect { $0.tls = tls }
        let answering = try connection.reply(on: "a") { $0.bytes }
        #expect(try await connection.request([1], of: "a").completion().map(\.bytes) == [[1]])
        answering.dispose()
      }

      @Test func doesNotTrustAnotherAuthority() throws {
        let certificates = try Self.certificates.get()
        let server = try certificates.server("server")
        #expect(isNotSecure(cause(server, NATSTLS(authorities: certificates.path("wrong.pem")))))
        #expect(isNotSecure(cause(server, NATSTLS())), "an authority of its own is none of the system")
        #expect(isNotSecure(cause(server, NATSTLS(authorities: certificates.path("missing.pem")))))
      }

      @Test func doesNotTrustAnotherName() throws {
        let certificates = try Self.certificates.get()
        let server = try certificates.server("other")
        let authorities = certificates.path("right.pem")
        #expect(isNotSecure(cause(server, NATSTLS(authorities: authorities))))
        #expect(cause(server, NATSTLS(authorities: authorities, expectedHost: "elsewhere.example")) == nil)
      }

      @Test func bothSidesHaveToHaveIt() throws {
        let certificates = try Self.certificates.get()
        let plain = try NATSServer(jetStream: false)
        #expect(isNotSecure(cause(plain, NATSTLS(authorities: certificates.path("right.pem")))))
        let secured = try certificates.server("server")
        #expect(cause(secured, nil) != nil)
      }

      @Test func theServerMayWantACertificateToo() throws {
        let certificates = try Self.certificates.get()
        let server = try certificates.server("server", verifies: true)
        let authorities = certificates.path("right.pem")
        let identity = NATSTLS.Identity(
          certificates: certificates.path("client.pem"), key: certificates.path("client.key"))
        #expect(cause(server, NATSTLS(authorities: authorities, identity: identity)) == nil)
        #expect(cause(server, NATSTLS(authorities: authorities)) != nil)
      }
    }
  }
#endif
