#if HTTP
  import CCurl
  import Foundation
  import Signals

  /// The thread of a client, on which libcurl does all of its work.
  ///
  /// Other threads leave commands and wake it. It begins with the first command, and ends when the client is released and no
  /// transfer is left.
  final class ClientThread: Sendable {
    enum Command {
      case begin(Transfer)
      /// Something that the transfer has waited for may be there.
      case goOn(Transfer)
      case end(Transfer)
    }

    private struct State {
      var commands: [Command] = []
      /// Nil while there is no thread.
      var multi: UnsafeMutableRawPointer?
      var isReleased = false

      /// Inside the lock, because the thread releases the handle when it ends, outside of it.
      func wake() { if let multi { curl_multi_wakeup(multi) } }
    }

    private let options: HTTPOptions
    private let state = Guarded(State())

    init(_ options: HTTPOptions) { self.options = options }

    func run(_ command: Command) {
      let needsThread = state.withLock { state in
        state.commands.append(command)
        state.wake()
        if state.multi != nil { return false }
        state.multi = makeMulti(options)
        return true
      }
      if needsThread { Thread.detachNewThread { [self] in work() } }
    }

    /// The client is gone.
    func release() {
      state.withLock { state in
        state.isReleased = true
        state.wake()
      }
    }

    // MARK: The thread

    private func work() {
      guard let multi = state.withLock({ $0.multi }) else { return }
      // What libcurl calls back with a pointer to.
      var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
      while let commands = takeCommands(isIdle: transfers.isEmpty) {
        for command in commands {
          switch command {
          case .begin(let transfer):
            if let easy = transfer.prepare() {
              transfers[easy] = transfer
              let code = curl_multi_add_handle(multi, easy)
              if code != CURLM_OK { finish(easy, transfer, CURLE_OUT_OF_MEMORY) }
            }
          case .goOn(let transfer):
            // What it has to pass on may be all that is left of it.
            if let code = transfer.goOn(), let easy = transfer.easy { finish(easy, transfer, code) }
          case .end(let transfer):
            if let easy = transfer.easy { finish(easy, transfer, CURLE_ABORTED_BY_CALLBACK) }
          }
        }
        var running: Int32 = 0
        curl_multi_perform(multi, &running)
        var count: Int32 = 0
        while let message = curl_multi_info_read(multi, &count)?.pointee {
          guard message.msg == CURLMSG_DONE, let easy = message.easy_handle else { continue }
          if let transfer = transfers[easy] { finish(easy, transfer, message.data.result) }
        }
        // Returns early when there is something to do. A command that has come meanwhile has woken it.
        let isOver = transfers.isEmpty && state.withLock { $0.isReleased }
        curl_multi_poll(multi, nil, 0, isOver ? 0 : 60_000, nil)
      }
      curl_multi_cleanup(multi)

      func finish(_ easy: UnsafeMutableRawPointer, _ transfer: Transfer, _ code: CURLcode) {
        curl_multi_remove_handle(multi, easy)
        transfers[easy] = nil
        transfer.finish(code)
      }
    }

    /// Nil: the client is gone, and nothing is left to do.
    private func takeCommands(isIdle: Bool) -> [Command]? {
      state.withLock { state in
        if state.commands.isEmpty, state.isReleased, isIdle {
          state.multi = nil
          return nil
        }
        defer { state.commands = [] }
        return state.commands
      }
    }
  }

  private func makeMulti(_ options: HTTPOptions) -> UnsafeMutableRawPointer? {
    _ = libraryIsReady
    let multi = curl_multi_init()
    signals_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, options.connectionsPerHost)
    signals_curl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, options.connections)
    return multi
  }

  private let libraryIsReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT))
#endif
