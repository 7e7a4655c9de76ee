import Dispatch
import Signals

/// A program to run as a process of its own.
///
///     let build = ChildProcess("swift", ["build"])
///     build.run().startWithResult { print($0) }
///
/// The process leads a group of its own, which holds every process that it starts. The group lasts no longer than the
/// run: disposing of the start ends all of it.
///
/// Out of reach is a process that has left the group: one that has called `setsid` or `setpgid`, as daemons do, or that
/// was started with the commands `setsid` or `daemonize`, or as a job of an interactive shell. Such a process, and what
/// it starts, goes on after the run. `nohup` and `&` do not leave the group.
///
/// The process inherits none of the files and pipes that this program has open, except for its standard streams. (On
/// Linux that needs glibc 2.34 or newer; otherwise it inherits those that are not marked to be closed, with `O_CLOEXEC`.)
///
/// A group that uses the terminal, as one does that reads a password, gets it from this program, if that is in the
/// foreground: the system would stop it for ever. Until the process ends, Ctrl-C and Ctrl-Z concern the group alone. When
/// Ctrl-C ends it, this program gets that signal as well; when Ctrl-Z suspends it, this program is suspended with it. When
/// it does not end by itself, the terminal is set as it was before.
///
/// Where this program ignores `SIGCHLD`, as one does that was started by a program that ignores it, the system would drop
/// how its children end. So the first start of a process sets that signal back to its default, for the whole program.
public struct ChildProcess: Sendable {
  /// Where its output goes.
  public enum Output: Sendable {
    /// Into the stream, line by line.
    case lines
    /// Where the output of this program goes.
    case inherited
  }

  /// A path if it has a slash in it, otherwise a name that is looked up in `PATH`: that of ``environment`` if there is one,
  /// otherwise that of this program. An environment without `PATH` means `/bin` and `/usr/bin`.
  public var program: String
  /// Its arguments, without the name of the program.
  public var arguments: [String]
  /// Its environment; nil: that of this program.
  public var environment: [String: String]?
  /// The folder that it runs in; nil: that of this program.
  public var workingDirectory: FilePath?
  /// What becomes of what it writes.
  public var output = Output.lines
  /// How long processes that were asked to end may take; after that they are killed.
  public var grace = Duration.seconds(5)

  /// A program to run; `run()` runs it.
  public init(_ program: String, _ arguments: [String] = []) {
    self.program = program
    self.arguments = arguments
  }
}

/// An event of a running process.
public enum ProcessEvent: Hashable, Sendable {
  /// Where it has written a line: to its standard output or its standard error.
  public enum Source: Hashable, Sendable {
    /// Its standard output.
    case output
    /// Its standard error.
    case errors
  }

  /// It has written a line.
  case line(TextLine, from: Source)
  /// It was stopped by a signal, and goes on when it gets `SIGCONT`. After `SIGTTIN` or `SIGTTOU` it waits for the terminal,
  /// which this program does not have either: it goes on when this program comes to the foreground.
  case stopped(signal: Int32)
  /// It has ended, and all of its output was sent.
  case ended(ProcessEnd)
}

/// How a process has ended.
public enum ProcessEnd: Hashable, Sendable {
  /// By itself. By convention 0 means success.
  case exited(status: Int32)
  /// By a signal.
  case killed(signal: Int32)

  /// One number for both, as shells count: the status, or 128 and the number of the signal.
  public var shellStatus: Int32 {
    switch self {
    case .exited(let status): status
    case .killed(let signal): 128 + signal
    }
  }

  /// Whether it has ended by itself, with the status 0.
  public var isSuccess: Bool { self == .exited(status: 0) }
}

extension ChildProcess {
  /// Runs the program. Its input is empty.
  ///
  /// - Parameter onExit: Called when nothing of the process is left, before that is sent, or some time after the
  ///   start was disposed of, when no observer receives it. Not called if the process could not be started, or if how it
  ///   has ended is unknown.
  /// - Completes: after ``ProcessEvent/ended(_:)``. When the process ends, the rest of its group has ``grace``
  ///   to end too; then it is asked to, and after another ``grace`` it is killed.
  /// - Fails: when the process cannot be started, at once; with ``ProcessError/Cause/endUnknown`` after it has ended, when
  ///   other code of this program has taken the news of its end from the system.
  /// - Buffers: a line of each output, however long it is; while downstream requests a pause, 1024 lines and what a
  ///   pipe holds. Then the process waits until its output is read (contract B2).
  public func run(
    onExit: @escaping @Sendable (ProcessEnd) -> Void = { _ in }
  ) -> SignalProducer<ProcessEvent, ProcessError> {
    run(began: { _ in }, leaderEnded: {}, onExit: onExit)
  }

  /// The same, for a caller that cannot wait for ``grace``.
  ///
  /// - Parameter began: Called when the process runs. It gets what kills the process and its group at once, also after
  ///   the start was disposed of. When they are gone, that has no effect.
  /// - Parameter leaderEnded: Called when the process itself has ended, also after the start was disposed of. Others that it
  ///   has started may be left.
  package func run(
    began: @escaping @Sendable (_ kill: @escaping @Sendable () -> Void) -> Void,
    leaderEnded: @escaping @Sendable () -> Void,
    onExit: @escaping @Sendable (ProcessEnd) -> Void
  ) -> SignalProducer<ProcessEvent, ProcessError> {
    producer { observer, lifetime throws(ProcessError) in
      let process = try RunningProcess.begin(self, input: nil, observer, lifetime, leaderEnded, onExit)
      began(process.killNow)
    }
  }

  /// The same, with the bytes of a stream as its input.
  ///
  /// The stream is started on a thread of its own. Each piece is written on the thread that sends it, which
  /// waits while the process does not read: so nothing is buffered. The stream is disposed of when the
  /// process does not take more.
  public func run(
    input: some EventSource<[UInt8], Never>, onExit: @escaping @Sendable (ProcessEnd) -> Void = { _ in }
  ) -> SignalProducer<ProcessEvent, ProcessError> {
    producer { observer, lifetime throws(ProcessError) in
      let pipe = try openPipe()
      let process = try RunningProcess.begin(self, input: pipe.reading, observer, lifetime, {}, onExit)
      process.feed(input, into: pipe.writing)
    }
  }

  private func producer(
    _ begin:
      @escaping @Sendable (Observer<ProcessEvent, ProcessError>, Lifetime) throws(ProcessError) -> Void
  ) -> SignalProducer<ProcessEvent, ProcessError> {
    SignalProducer { observer, lifetime in
      do throws(ProcessError) {
        try refuseNUL()
        try begin(observer, lifetime)
      } catch {
        observer.fail(error)
      }
    }
    // A pipe may hold many lines, which come at once.
    .buffer(1024, onOverflow: .suspend)
  }
}
