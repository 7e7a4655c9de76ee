import Foundation
import SystemCalls

extension ChildProcess {
  /// Starts the process, as the leader of a new group, and returns its number.
  ///
  /// Descriptors are its standard streams; without one, input is empty and output is inherited.
  func spawn(input: Descriptor?, output: Descriptor?, errors: Descriptor?) throws(ProcessError) -> pid_t {
    var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input.number, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    if let output { posix_spawn_file_actions_adddup2(&actions, output.number, STDOUT_FILENO) }
    if let errors { posix_spawn_file_actions_adddup2(&actions, errors.number, STDERR_FILENO) }
    if let folder = workingDirectory { try check(inFolder(folder) { signals_spawn_in_folder(&actions, $0) }) }
    // Pipes of Foundation, for one, would be inherited, and a thread that reads from one would wait for this process.
    var flags = Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    try check(signals_spawn_with_standard_streams_only(&actions, &flags))

    // A group of its own, and signals as any program expects them: what this program ignores or blocks, like
    // a broken pipe, would be inherited.
    posix_spawnattr_setpgroup(&attributes, 0)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGCHLD] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, flags)

    signals_keep_ended_children()

    var process: pid_t = 0
    let code = CStrings([program] + arguments).with { arguments in
      guard let environment else {
        // As it is: what is in it need not be valid UTF-8.
        return posix_spawnp(&process, program, &actions, &attributes, arguments, signals_environment())
      }
      return CStrings(environment.map { "\($0)=\($1)" }).with { variables in
        firstFound(in: environment["PATH"]) { file in
          posix_spawn(&process, file, &actions, &attributes, arguments, variables)
        }
      }
    }
    if code == 0 { return process }
    throw try error(code)
  }

  /// Starts the first program of that name in the folders of a search path, as the system does with that of this program.
  /// Each is tried, because what a relative folder means is decided in the folder that the process runs in.
  private func firstFound(in searchPath: String?, _ start: (String) -> Int32) -> Int32 {
    if program.isEmpty { return ENOENT }
    if program.utf8.contains(UInt8(ascii: "/")) { return start(program) }
    var result = ENOENT
    // Without a search path the system looks in these two.
    for folder in (searchPath ?? "/bin:/usr/bin").split(separator: ":", omittingEmptySubsequences: false) {
      let code = start(folder.isEmpty ? "./\(program)" : "\(folder)/\(program)")
      switch code {
      case ENOENT, ENOTDIR, ESTALE, ENODEV, ETIMEDOUT, ENAMETOOLONG: continue
      // A later folder may hold one that may be run; if none does, this is what was wrong.
      case EACCES: result = code
      default: return code
      }
    }
    return result
  }

  private func check(_ code: Int32) throws(ProcessError) {
    if code != 0 { throw ProcessError(program, code: code) }
  }

  private func error(_ code: Int32) throws(ProcessError) -> ProcessError {
    // With the dot, because a file that may be run is no folder. (An empty path would be the current folder with it.)
    if let folder = workingDirectory,
      try inFolder(folder.utf8.isEmpty ? folder : folder.appending("."), { access($0, X_OK) }) != 0
    {
      return ProcessError(program, .workingDirectory(folder))
    }
    return switch code {
    case ENOENT: ProcessError(program, .notFound)
    case EACCES, ENOEXEC, EISDIR: ProcessError(program, .notExecutable)
    default: ProcessError(program, code: code)
    }
  }

  private func inFolder(
    _ folder: FilePath, _ body: (UnsafePointer<CChar>) -> Int32
  ) throws(ProcessError) -> Int32 {
    do throws(FileError) { return try folder.withCString(to: .look, body) } catch {
      throw ProcessError(program, .nul(in: .workingDirectory(folder)))
    }
  }

  /// The system takes a text for ended at a NUL character, and would start something else than was asked for.
  func refuseNUL() throws(ProcessError) {
    func refuse(_ text: String, _ kind: @autoclosure () -> ProcessError.Text) throws(ProcessError) {
      if text.utf8.contains(0) { throw ProcessError(program, .nul(in: kind())) }
    }
    try refuse(program, .program)
    for argument in arguments { try refuse(argument, .argument(argument)) }
    for (name, value) in environment ?? [:] { try refuse(name + value, .variable(name: name)) }
    if let folder = workingDirectory, folder.holdsNUL {
      throw ProcessError(program, .nul(in: .workingDirectory(folder)))
    }
  }
}

/// Texts as C takes a list of them.
private struct CStrings {
  private let texts: [String]

  init(_ texts: [String]) { self.texts = texts }

  func with<Result>(_ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result) -> Result {
    var pointers = texts.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
  }
}
