#if HTTP
  import CCurl

  extension HTTPError.Cause {
    /// What a code of libcurl means, with what it has to say.
    init(_ code: CURLcode, _ text: String) {
      self =
        switch code {
        // So is a version or a status that does not exist.
        case CURLE_UNSUPPORTED_PROTOCOL where !text.hasPrefix("Protocol "): .malformedResponse(text)
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT: .unsupportedURL(text)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .cannotFindHost(text)
        case CURLE_COULDNT_CONNECT, CURLE_PROXY: .cannotConnect(text)
        // The proxy refuses to make a tunnel.
        case CURLE_RECV_ERROR where text.hasPrefix("CONNECT "): .cannotConnect(text)
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
          CURLE_SSL_CERTPROBLEM,
          CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED, CURLE_SSL_CACERT_BADFILE,
          CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
          CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
          .notSecure(text)
        case CURLE_OPERATION_TIMEDOUT: .timedOut(text)
        // What is wrong with a chunk or a head is reported as an error of reading.
        case CURLE_RECV_ERROR where text.contains("chunk") || text.contains("headers"):
          .malformedResponse(text)
        case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2_STREAM:
          .connectionLost(text)
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP2, CURLE_WRITE_ERROR:
          .malformedResponse(text)
        case CURLE_TOO_MANY_REDIRECTS: .tooManyRedirects
        case CURLE_SEND_FAIL_REWIND: .requestBody(text)
        default: .client(code: Int(code.rawValue), text)
        }
    }

    /// How far a request had come if this has ended it; nil if that does not say.
    var phase: HTTPError.Phase? {
      switch self {
      case .unsupportedURL, .cannotFindHost, .cannotConnect, .notSecure: .connecting
      case .requestBody: .sending
      default: nil
      }
    }
  }
#endif
