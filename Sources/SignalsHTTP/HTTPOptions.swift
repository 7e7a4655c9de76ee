#if HTTP
  /// What holds for all requests of a client.
  public struct HTTPOptions: Sendable {
    /// How many connections there are to one host at most; further requests wait. HTTP/2 sends many requests on one. A body
    /// that is not started, or paused, keeps its connection.
    public var connectionsPerHost = 6
    /// How many connections there are at most.
    public var connections = 128
    /// Whether HTTP/2 is spoken where a secured connection offers it; otherwise it is HTTP/1.1.
    public var usesHTTP2 = true
    /// How connections are secured.
    public var tls = HTTPTLS()
    /// The URL of a proxy; nil: what the environment says, as libcurl reads it (`http_proxy`, `no_proxy` …); empty: none.
    public var proxy: String?
    /// What the client calls itself.
    public var userAgent = "swift-signals"

    /// The usual values; each can be changed.
    public init() {}
  }

  /// How connections are secured. The certificate of the server is verified, unless said otherwise.
  public struct HTTPTLS: Hashable, Sendable {
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
    /// False accepts any certificate, and so any server: for tests only.
    public var verifiesServer = true

    /// Which certificates are trusted, and which one is shown.
    public init(authorities: String? = nil, identity: Identity? = nil) {
      self.authorities = authorities
      self.identity = identity
    }
  }
#endif
