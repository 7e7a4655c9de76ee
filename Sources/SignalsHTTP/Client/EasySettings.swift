#if HTTP
  import CCurl
  import SignalsFoundation

  /// A handle of libcurl, set up for one request, with the memory that it points to. Used by the thread of the client only.
  final class EasySettings {
    let easy: UnsafeMutableRawPointer
    private var list: UnsafeMutablePointer<curl_slist>?
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private let idleSeconds: Int

    /// - Parameter object: What the callbacks get; it outlives the handle.
    init(_ request: HTTPRequest, _ options: HTTPOptions, _ object: UnsafeMutableRawPointer)
      throws(HTTPError.Cause)
    {
      guard let easy = curl_easy_init() else { throw .client(code: 27, "out of memory") }
      self.easy = easy
      errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
      let idle = request.idleTimeout.map { milliseconds($0) } ?? 0
      idleSeconds = idle == longest ? 0 : (idle + 999) / 1000
      try set(CURLOPT_ERRORBUFFER, pointer: errorText)
      try setPlain(request, options)
      try setMethod(request)
      try setFields(request)
      if let credentials = request.credentials { try set(credentials) }
      try setTLS(options.tls)
      try check(CURLOPT_HEADERFUNCTION, signals_curl_set_writer(easy, CURLOPT_HEADERFUNCTION, onHeader))
      try check(CURLOPT_WRITEFUNCTION, signals_curl_set_writer(easy, CURLOPT_WRITEFUNCTION, onBody))
      for option in [CURLOPT_HEADERDATA, CURLOPT_WRITEDATA] { try set(option, pointer: object) }
      if request.body != nil {
        try check(CURLOPT_READFUNCTION, signals_curl_set_reader(easy, onSend))
        try check(CURLOPT_SEEKFUNCTION, signals_curl_set_seeker(easy, onSeek))
        for option in [CURLOPT_READDATA, CURLOPT_SEEKDATA] { try set(option, pointer: object) }
      }
    }

    deinit {
      curl_easy_cleanup(easy)
      curl_slist_free_all(list)
      errorText.deallocate()
    }

    // MARK: Setting

    private func setPlain(_ request: HTTPRequest, _ options: HTTPOptions) throws(HTTPError.Cause) {
      let isSecured = request.url.lowercased().hasPrefix("https:")
      try set(CURLOPT_URL, request.url)
      // Signals belong to the program.
      try set(CURLOPT_NOSIGNAL, 1)
      try check(CURLOPT_OPENSOCKETFUNCTION, signals_curl_keep_from_children(easy))
      try set(CURLOPT_PROTOCOLS_STR, "http,https")
      try set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
      try set(CURLOPT_FOLLOWLOCATION, request.redirects > 0 ? 1 : 0)
      try set(CURLOPT_MAXREDIRS, min(request.redirects, Int(Int32.max)))
      try set(CURLOPT_USERAGENT, options.userAgent)
      if request.decompresses { try set(CURLOPT_ACCEPT_ENCODING, "") }
      if let proxy = options.proxy { try set(CURLOPT_PROXY, proxy) }
      // What a proxy says before a tunnel begins is no head of the server.
      try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
      try set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(request.connectTimeout))
      if let time = request.totalTimeout.map(milliseconds), time != longest {
        try set(CURLOPT_TIMEOUT_MS, time)
      }
      if idleSeconds > 0 { try set(CURLOPT_LOW_SPEED_LIMIT, 1) }
      watchIdleTime(true)
      try set(CURLOPT_HTTP_VERSION, options.usesHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
      // A request waits until it is known whether it can share a connection. Without TLS that would show with the first
      // response, which may never come.
      try set(CURLOPT_PIPEWAIT, options.usesHTTP2 && isSecured ? 1 : 0)
    }

    private func setMethod(_ request: HTTPRequest) throws(HTTPError.Cause) {
      guard !request.method.isEmpty, request.method.utf8.allSatisfy(\.isTokenByte) else {
        throw .invalidRequest("the method \(request.method.debugDescription)")
      }
      let length = request.body.map { $0.length ?? -1 } ?? 0
      switch (request.method, request.body) {
      case ("GET", nil): try set(CURLOPT_HTTPGET, 1)
      case ("HEAD", nil): try set(CURLOPT_NOBODY, 1)
      case ("POST", _):
        try set(CURLOPT_POST, 1)
        try set(CURLOPT_POSTFIELDSIZE_LARGE, size: length)
        if request.body == nil { try set(CURLOPT_POSTFIELDS, pointer: emptyText) }
      case (_, nil): try set(CURLOPT_CUSTOMREQUEST, request.method)
      case (_, _?):
        try set(CURLOPT_UPLOAD, 1)
        try set(CURLOPT_INFILESIZE_LARGE, size: length)
        if request.method != "PUT" { try set(CURLOPT_CUSTOMREQUEST, request.method) }
      }
    }

    private func setFields(_ request: HTTPRequest) throws(HTTPError.Cause) {
      for field in request.fields.all {
        guard !field.name.isEmpty, field.name.utf8.allSatisfy(\.isTokenByte),
          field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
        else { throw .invalidRequest("the header field \(field.name.debugDescription)") }
        // This is how libcurl wants an empty value; without a value it would leave the field out.
        try append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
      }
      // What libcurl adds to a body by itself would say that it is a form.
      if request.body != nil, request.fields["Content-Type"] == nil { try append("Content-Type:") }
      try set(CURLOPT_HTTPHEADER, pointer: list)
    }

    private func append(_ line: String) throws(HTTPError.Cause) {
      guard let longer = curl_slist_append(list, line) else { throw .client(code: 27, "out of memory") }
      list = longer
    }

    private func set(_ credentials: HTTPCredentials) throws(HTTPError.Cause) {
      switch credentials {
      case .basic(let name, let password), .digest(let name, let password):
        try set(CURLOPT_USERNAME, name)
        try set(CURLOPT_PASSWORD, password)
      case .bearer(let token): try set(CURLOPT_XOAUTH2_BEARER, token)
      }
      let way =
        switch credentials {
        case .basic: 1
        case .digest: 1 << 1
        case .bearer: 1 << 6
        }
      try set(CURLOPT_HTTPAUTH, way)
    }

    private func setTLS(_ tls: HTTPTLS) throws(HTTPError.Cause) {
      if let authorities = tls.authorities {
        try set(CURLOPT_CAINFO, authorities)
        try set(CURLOPT_CAPATH, pointer: nil)
      }
      if let identity = tls.identity {
        try set(CURLOPT_SSLCERT, identity.certificates)
        try set(CURLOPT_SSLKEY, identity.key)
      }
      if !tls.verifiesServer {
        try set(CURLOPT_SSL_VERIFYPEER, 0)
        try set(CURLOPT_SSL_VERIFYHOST, 0)
      }
    }

    /// The time without traffic counts, or not.
    func watchIdleTime(_ counts: Bool) {
      if idleSeconds > 0 { signals_curl_set_long(easy, CURLOPT_LOW_SPEED_TIME, counts ? idleSeconds : 0) }
    }

    private func set(_ option: CURLoption, _ value: Int) throws(HTTPError.Cause) {
      try check(option, signals_curl_set_long(easy, option, value))
    }

    private func set(_ option: CURLoption, size: Int) throws(HTTPError.Cause) {
      try check(option, signals_curl_set_size(easy, option, curl_off_t(size)))
    }

    private func set(_ option: CURLoption, _ value: String) throws(HTTPError.Cause) {
      // For libcurl the text would end there.
      if value.utf8.contains(0) { throw .invalidRequest("a zero byte in \(value.debugDescription)") }
      try check(option, signals_curl_set_string(easy, option, value))
    }

    private func set(_ option: CURLoption, pointer: UnsafeRawPointer?) throws(HTTPError.Cause) {
      try check(option, signals_curl_set_pointer(easy, option, pointer))
    }

    private func check(_ option: CURLoption, _ code: CURLcode) throws(HTTPError.Cause) {
      if code == CURLE_OK { return }
      throw .client(code: Int(code.rawValue), "\(text(of: code)) (option \(option.rawValue))")
    }

    // MARK: Results

    /// The URL of the response; without credentials.
    static func url(of easy: UnsafeMutableRawPointer) -> String? {
      var text: UnsafePointer<CChar>?
      signals_curl_get_string(easy, CURLINFO_EFFECTIVE_URL, &text)
      return text.map { String(cString: $0).withoutCredentials }
    }

    /// Whether the connection of the request has been made.
    var isConnected: Bool {
      var time: curl_off_t = 0
      signals_curl_get_size(easy, CURLINFO_PRETRANSFER_TIME_T, &time)
      return time > 0
    }

    private var address: String? {
      var host: UnsafePointer<CChar>?
      var port = 0
      signals_curl_get_string(easy, CURLINFO_PRIMARY_IP, &host)
      signals_curl_get_long(easy, CURLINFO_PRIMARY_PORT, &port)
      guard let host = host.map({ String(cString: $0) }), !host.isEmpty else { return nil }
      return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// - Parameter failure: Why a callback has given up.
    func result(
      _ code: CURLcode, _ failure: HTTPError.Cause?, phase: HTTPError.Phase, redirects: Int,
      of request: HTTPRequest
    ) -> Result<Void, HTTPError> {
      if code == CURLE_OK, failure == nil { return .success(()) }
      let message = String(cString: errorText)
      let cause = failure ?? HTTPError.Cause(code, message.isEmpty ? text(of: code) : message)
      return .failure(
        HTTPError(
          url: Self.url(of: easy) ?? request.url, address: address, phase: cause.phase ?? phase, cause))
    }
  }

  private func text(of code: CURLcode) -> String { String(cString: curl_easy_strerror(code)) }

  /// Lives as long as the program.
  private nonisolated(unsafe) let emptyText: UnsafeRawPointer = {
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    text.initialize(to: 0)
    return UnsafeRawPointer(text)
  }()

  /// In milliseconds, 24 days: what is longer never comes.
  private let longest = Int(Int32.max)

  /// At least 1, because zero has another meaning for libcurl.
  private func milliseconds(_ time: Duration) -> Int { min(Int(time.wholeMilliseconds), longest) }

  extension UInt8 {
    /// Whether it may stand in a method or in the name of a field.
    fileprivate var isTokenByte: Bool {
      switch self {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "!#$%&'*+-.^_`|~".utf8.contains(self)
      }
    }
  }
#endif
