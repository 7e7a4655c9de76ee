import Foundation
import Signals

/// Shows what the streams of this program do to the viewer `signalbox inspect`, or to any program of this user that opens
/// the socket.
///
///     try Inspector.serve()
///
/// It is off until that is called, or the program is started with `SIGNALS_INSPECT=1` in its environment
/// (`SIGNALS_INSPECT=values` shows values too). Then subscriptions are recorded, as by `LiveSubscriptions`. The
/// socket lies in a folder that only this user can open; nothing listens on a network. A viewer that reads too slowly
/// misses samples, and never holds the program up.
public final class Inspector: Sendable {
  /// What a viewer sees of values.
  public enum Showing: String, Sendable {
    /// How many there were.
    case counts
    /// Also the text of the last one, and of failures: they are kept until the next one comes.
    case values
  }

  private struct State {
    var running: Inspector?
    var removesAtExit = false
  }

  private static let state = Guarded(State())

  /// The path of the socket.
  public let path: FilePath
  private let wake: Descriptor
  private let process = getpid()
  private let isStopped = Flag()
  private let showing: Showing

  private init(path: FilePath, wake: Descriptor, showing: Showing) {
    self.path = path
    self.wake = wake
    self.showing = showing
  }

  /// Begins to record, and opens the socket. While that is served already, it goes on, and is returned.
  ///
  /// - Parameters:
  ///   - showing: What viewers see of values, which may be secrets.
  ///   - path: Where the socket lies. By default, where viewers look for it: see ``defaultFolder``.
  /// - Throws: ``InspectorError`` if the folder or the socket cannot be made, or the folder belongs to another user.
  @discardableResult
  public static func serve(
    showing: Showing = .counts, at path: FilePath? = nil
  ) throws(InspectorError) -> Inspector {
    try serve(showing: showing, at: path, rowLimit: InspectorServer.rowLimit)
  }

  /// The same with samples of another size.
  package static func serve(
    showing: Showing, at path: FilePath?, rowLimit: Int
  ) throws(InspectorError) -> Inspector {
    let result: Result<Inspector, InspectorError> = state.withLock { state in
      if let running = state.running { return .success(running) }
      return Result { () throws(InspectorError) in
        let inspector = try begin(showing, path, rowLimit)
        state.running = inspector
        if !state.removesAtExit { state.removesAtExit = atexit { Inspector.removeSocketAtExit() } == 0 }
        return inspector
      }
    }
    return try result.get()
  }

  private static func begin(
    _ showing: Showing, _ path: FilePath?, _ rowLimit: Int
  ) throws(InspectorError) -> Inspector {
    let place = if let path { path } else { try InspectorFolder.prepared().path(of: getpid()) }
    let listener = try LocalSocket.listening(at: place)
    let pipe: OpenPipe
    do { pipe = try OpenPipe() } catch { throw InspectorError(path: place, call: "pipe", code: error.code) }
    let inspector = Inspector(path: place, wake: pipe.writing, showing: showing)
    LiveSubscriptions.beginUse()
    if showing == .values { LiveSubscriptions.valuesAreKept = true }
    let server = InspectorServer(listener: listener, wake: pipe.reading, showing: showing, rowLimit: rowLimit)
    let thread = Thread {
      // Of at most 15 characters, and given by the thread itself: otherwise it does not reach the system.
      Thread.current.name = "signals-inspect"
      server.run { inspector.isStopped.isSet }
    }
    thread.start()
    return inspector
  }

  /// Closes the socket and removes it. The program is recorded no longer, unless it is for another reason.
  public func stop() {
    if !isStopped.set() { return }
    Self.state.withLock { if $0.running === self { $0.running = nil } }
    LiveSubscriptions.endUse()
    if showing == .values { LiveSubscriptions.valuesAreKept = false }
    unlink(path.text)
    _ = wake.writeQuietly([0])
  }

  /// When the program returns from `main`, or calls `exit`. Other threads go on meanwhile: nothing is closed, nothing waited
  /// for. A process that was forked has the same path in memory, and must leave the socket to its parent.
  private static func removeSocketAtExit() {
    guard let running = state.withLock({ $0.running }), running.process == getpid() else { return }
    unlink(running.path.text)
  }

  /// Where viewers look for sockets: `$XDG_RUNTIME_DIR/swift-signals`, or `swift-signals-UID` in the temporary folder.
  public static var defaultFolder: FilePath { InspectorFolder.standard.path }

  /// What is recorded now, in the text format of Prometheus.
  public static var metrics: String { InspectorMetrics.text(LiveSubscriptions.snapshot) }

  /// Called before `main` if the program was started with `SIGNALS_INSPECT` in its environment.
  fileprivate static func serve(asIn value: String) {
    if value.isEmpty || value == "0" { return }
    do {
      try serve(showing: value == "values" ? .values : .counts)
    } catch {
      FileHandle.standardError.write(Data("SIGNALS_INSPECT: \(error)\n".utf8))
    }
  }
}

@_cdecl("signals_begin_inspector")
func beginInspector(_ value: UnsafePointer<CChar>) { Inspector.serve(asIn: String(cString: value)) }

/// Why the inspector cannot be served.
public struct InspectorError: Error, Hashable, CustomStringConvertible {
  /// The file or folder that this is about.
  public let path: FilePath
  /// What could not be done, and why.
  public let reason: String
  /// What the system has said, as in `errno`, if it was the system.
  package let code: Int32?

  init(path: FilePath, reason: String, code: Int32? = nil) {
    self.path = path
    self.reason = reason
    self.code = code
  }

  init(path: FilePath, call: String, code: Int32) {
    self.init(path: path, reason: "\(call): \(String(cString: strerror(code)))", code: code)
  }

  public var description: String { "\(path.text): \(reason)" }
}
