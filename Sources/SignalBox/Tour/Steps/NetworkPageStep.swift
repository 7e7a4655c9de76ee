import Foundation
import LoopbackServer
import Signals
import SignalsFoundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What an application does all day: show what it has, ask for something newer, stop asking when the person
/// has left.
struct NetworkPageStep: Step {
  let title = "A page from the network"
  let announcement = """
    A page shows what is stored at once, then what the server answers, and nothing twice. Leaving the \
    page cancels its request. The server is a real one; it listens on 127.0.0.1 during this step.
    """

  private let session = URLSession(configuration: .ephemeral)

  /// What is stored, then what the server says, if that is something new.
  private func page(stored: String, at url: URL) -> SignalProducer<String, RequestError> {
    SignalProducer(value: stored)
      .append(session.dataProducer(for: url).validateStatus().map { $0.text })
      .removeDuplicates()
  }

  func run(on terminal: Terminal) -> [Check] {
    let first = Journal<String> { terminal.line("      \($0)") }
    let second = Journal<String> { terminal.line("      \($0)") }
    let third = Journal<String> { terminal.line("      \($0)") }
    do {
      let server = try HTTPServer { path in
        path == "/slow" ? .silence : .answer(body: "milk, bread, eggs")
      }
      terminal.line("    " + terminal.paint(.pull, "stored: milk, bread"))
      visit(page(stored: "milk, bread", at: server.url), first)
      terminal.line("    " + terminal.paint(.pull, "stored: milk, bread, eggs"))
      visit(page(stored: "milk, bread, eggs", at: server.url), second)
      terminal.line("    " + terminal.paint(.pull, "left before there is an answer"))
      let slow = server.url.appending(path: "slow")
      let start = page(stored: "milk", at: slow).start { third.note("\($0)") }
      wait { server.events.last == .requested("GET /slow") }
      third.note("leaving")
      start.dispose()
      wait { server.events.last == .clientLeft }
      if server.events.last == .clientLeft { third.note("the server sees the request go") }
    } catch {
      terminal.line("      no server: \(error)")
    }
    session.invalidateAndCancel()
    terminal.line()

    return [
      Check(
        "Stored first, then the answer.",
        announced: ["next(milk, bread)", "next(milk, bread, eggs)", "completed"], seen: first.entries),
      Check(
        "An answer that is nothing new is not shown.",
        announced: ["next(milk, bread, eggs)", "completed"], seen: second.entries),
      Check(
        "Leaving interrupts the page, and the server sees the request go.",
        announced: ["next(milk)", "leaving", "interrupted", "the server sees the request go"],
        seen: third.entries),
    ]
  }

  /// Stays until the page is complete.
  private func visit(_ page: SignalProducer<String, RequestError>, _ journal: Journal<String>) {
    let isOver = Flag()
    page.on(disposed: { _ = isOver.set() }).start { journal.note("\($0)") }
    wait { isOver.isSet }
  }
}
