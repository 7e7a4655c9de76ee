#if NATS
  import CNATS

  extension NATSError.Cause {
    /// What the status of a failed connect means.
    static func connecting(_ status: natsStatus) -> Self {
      switch status {
      case NATS_NO_SERVER, NATS_IO_ERROR, NATS_SYS_ERROR: .cannotConnect
      case NATS_TIMEOUT: .timedOut
      case NATS_CONNECTION_AUTH_FAILED, NATS_NOT_PERMITTED: .wrongCredentials
      case NATS_SSL_ERROR, NATS_SECURE_CONNECTION_REQUIRED, NATS_SECURE_CONNECTION_WANTED:
        .notSecure(lastText(status))
      case NATS_ADDRESS_MISSING, NATS_INVALID_ARG: .invalidAddress
      default: .client(code: Int(status.rawValue), lastText(status))
      }
    }

    /// What the status of a call means that was made while there was a connection.
    static func working(_ status: natsStatus) -> Self {
      switch status {
      case NATS_CONNECTION_CLOSED, NATS_INVALID_SUBSCRIPTION: .closed
      case NATS_DRAINING: .draining
      case NATS_INSUFFICIENT_BUFFER: .bufferFull
      case NATS_CONNECTION_DISCONNECTED, NATS_IO_ERROR, NATS_STALE_CONNECTION: .connectionLost
      case NATS_TIMEOUT: .timedOut
      case NATS_INVALID_SUBJECT: .invalidSubject
      case NATS_NO_RESPONDERS: .noResponders
      default: .client(code: Int(status.rawValue), lastText(status))
      }
    }

    /// Why a connection was closed for good, although the program did not close it.
    static func closing(_ status: natsStatus, _ text: String) -> Self {
      switch status {
      case NATS_CONNECTION_AUTH_FAILED: .wrongCredentials
      case NATS_NOT_PERMITTED: .notPermitted(text)
      case NATS_SSL_ERROR: .notSecure(text)
      default: .connectionLost
      }
    }

    /// What the C client says about the last failure on this thread.
    private static func lastText(_ status: natsStatus) -> String {
      if let text = nats_GetLastError(nil), text[0] != 0 { return String(cString: text) }
      return String(cString: natsStatus_GetText(status))
    }
  }
#endif
