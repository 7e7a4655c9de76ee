#if NATS
  import Foundation

  /// How to connect.
  ///
  ///     var options = NATSOptions(servers: ["nats://127.0.0.1:4222"])
  ///     options.credentials = .user("ada", password: "…")
  public struct NATSOptions: Sendable {
    /// Addresses such as `nats://host:4222` or `tls://host:4222`, tried in any order. Servers of the same cluster that they
    /// name are tried too.
    public var servers: [String]
    /// What the server calls the connection in its lists and logs.
    public var name: String?
    /// Nil: none, or those in the address of a server.
    public var credentials: NATSCredentials?
    /// Nil: without TLS, unless the server requires it.
    public var tls: NATSTLS?
    /// How long connecting to one server may take.
    public var connectTimeout = Duration.seconds(5)
    /// How long the connection waits after it has tried all servers in vain.
    public var reconnectWait = Duration.milliseconds(500)
    /// How often each server is tried after the connection was lost; nil: without end. When all attempts are used up, the
    /// connection is closed, and what was made with it fails with ``NATSError/Cause/connectionLost``.
    public var reconnectAttempts: Int? = 120
    /// How many bytes the client keeps of what is published while there is no connection. What exceeds it is refused with
    /// ``NATSError/Cause/bufferFull``.
    public var reconnectBufferSize = 8 << 20
    /// How often the connection is tested while it is silent. Two tests without an answer, and it counts as lost.
    public var pingInterval = Duration.seconds(20)
    /// True: each message is written to the network at once, which takes the least time for one message. False: messages
    /// that are published in quick succession are written together, which takes the least work for many.
    public var sendsAtOnce = false

    /// The address of each server that may be tried; everything else can be set afterwards.
    public init(servers: [String] = ["nats://127.0.0.1:4222"]) { self.servers = servers }

    /// For messages: without credentials.
    var serverNames: String { servers.map(\.withoutCredentials).joined(separator: ", ") }
  }

  /// What a server knows the program by.
  public enum NATSCredentials: Hashable, Sendable {
    /// A name and a password.
    case user(String, password: String)
    /// A token that the server knows.
    case token(String)
    /// A file with a token and a key, as the tools of NATS write them (`.creds`).
    case file(String)
  }

  extension NATSCredentials: CustomStringConvertible {
    /// Without passwords and tokens: this may end up in a log.
    public var description: String {
      switch self {
      case .user(let name, _): "user '\(name)'"
      case .token: "a token"
      case .file(let path): "the file '\(path)'"
      }
    }
  }

  /// How the connection is secured. The certificate of the server is always verified.
  public struct NATSTLS: Hashable, Sendable {
    /// A certificate of this program, and its key, as paths of files in PEM.
    public struct Identity: Hashable, Sendable {
      /// The certificate, and those up to an authority.
      public var certificates: String
      /// The private key.
      public var key: String

      /// A certificate and its key.
      public init(certificates: String, key: String) {
        self.certificates = certificates
        self.key = key
      }
    }

    /// The path of a file in PEM with the authorities to trust; nil: those of the system.
    public var authorities: String?
    /// Nil: the server learns nothing from a certificate.
    public var identity: Identity?
    /// The name that the certificate of the server has to hold; nil: the host of the address.
    public var expectedHost: String?

    /// Which certificates are trusted, and which one is shown.
    public init(authorities: String? = nil, identity: Identity? = nil, expectedHost: String? = nil) {
      self.authorities = authorities
      self.identity = identity
      self.expectedHost = expectedHost
    }
  }

  extension String {
    /// The address of a server without user, password and token.
    var withoutCredentials: String {
      guard let at = lastIndex(of: "@") else { return self }
      let rest = self[index(after: at)...]
      guard let scheme = range(of: "://") else { return String(rest) }
      return String(self[..<scheme.upperBound] + rest)
    }
  }
#endif
