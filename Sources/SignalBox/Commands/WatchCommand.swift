extension Command {
  static let watch = Command(
    name: "watch",
    arguments: "[PATH…] [OPTION…] -- COMMAND [ARG…]",
    summary: "Runs a command now, and again whenever files change.",
    details: """
      Watches the files at and below the PATHs, or below the current folder. Leaves
      out what Git ignores, by .gitignore files, .git/info/exclude and the file of
      the user, and folders named .git. Symbolic links below a PATH are not followed;
      a PATH that is one means what it leads to at the moment.
      The COMMAND runs as it is, without a shell; its input is empty. When it uses
      the terminal, it has it until it ends.

      Options:
        --debounce TIME     Waits until nothing has changed for this long: 200ms, if
                            not said otherwise. Units are ms, s and m; a
                            day is the limit.
        --at-latest TIME    Waits no longer than this, also if something changes all
                            the time: 5s, or the time of --debounce if that is longer.
        --on-change WHAT    What to do with changes while the command runs:
                            latest  stop it, and all that it has started, and
                                    start over (if not said otherwise)
                            queue   run it once more afterwards
                            ignore  nothing
        --ignore GLOB       Leaves out more, as a line in .gitignore would. A GLOB
                            with a slash counts from the current folder on.
                            May be given several times.
        --clear             Clears the terminal before each run.
        --quiet             Says nothing about the runs.
        -h, --help          Prints this help.

      After each run, a line to standard error says what had changed, how the run
      ended and how long it took. Processes that the command leaves behind have three
      seconds to end by themselves; then they are stopped, and the next run begins
      when they are gone. A command that is to be stopped gets SIGTERM, with all
      that it has started, and after three seconds SIGKILL. Ctrl-C ends the
      command the same way, and then the program; a second Ctrl-C sends SIGKILL and
      ends the program at once. Out of reach is what has left the process group of
      the command, as 'setsid' does.

      When a PATH is gone, there is nothing more to hear of it: a message says so, the
      command is stopped and the program ends, also if other PATHs are still there. A
      PATH that is a file may be removed and come back, as long as its folder stays.

      Exit status: that of the last run; 128 and its number for a signal, 127 for a
      command that is not there, 126 for one that cannot be run. 1 when the files
      cannot be watched (any more), 130 after a second Ctrl-C, 2 when the call was not
      understood or a PATH does not exist.
      """,
    run: runWatch)
}

private func runWatch(_ arguments: [String], on terminal: Terminal) throws(UsageError) -> ExitStatus {
  if arguments.requestHelp {
    terminal.line(Command.watch.help)
    return .success
  }
  return Watch(try WatchOptions(arguments), on: terminal).run()
}
