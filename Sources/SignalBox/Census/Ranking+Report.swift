extension Ranking {
  /// One line about what has been read so far.
  var progress: String {
    let leaders = ranked.prefix(3).map { "\($0.kind.name) \($0.count.lines.grouped)" }
    return (["\(total.files.of("file"))", "\(total.lines.of("line"))"] + leaders).joined(separator: " · ")
  }

  /// The ranking as a table, then what is missing from it and why.
  func report(on terminal: Terminal, limit: Int = 8) {
    let ranked = ranked
    if ranked.isEmpty { terminal.line("    There is nothing to read here.") }
    let most = ranked.first?.count.lines ?? 0
    for (kind, count) in ranked.prefix(limit) {
      terminal.line(row(kind.name, count, bar: bar(count.lines, of: most), terminal))
    }
    if ranked.count > limit {
      let others = ranked.dropFirst(limit).reduce(Count()) { $0 + $1.count }
      terminal.line(row((ranked.count - limit).of("other kind"), others, bar: "", terminal))
    }
    terminal.line("    " + terminal.paint(.faint, String(repeating: "─", count: 50)))
    terminal.line(row("all", total, bar: "", terminal))
    for remark in remarks { terminal.line("    " + terminal.paint(.faint, remark)) }
  }

  private func row(_ name: String, _ count: Count, bar: String, _ terminal: Terminal) -> String {
    let numbers = count.files.of("file").aligned(to: 16) + count.lines.of("line").aligned(to: 18)
    let row = "    " + name.padded(to: 16) + numbers
    return bar.isEmpty ? row : row + "  " + terminal.paint(.pull, bar)
  }

  private func bar(_ part: Int, of whole: Int) -> String {
    let columns = whole == 0 ? 0 : Int((Double(part) / Double(whole) * 22).rounded())
    return part == 0 ? "" : String(repeating: "█", count: max(1, columns))
  }

  /// What a reader of the table has to know.
  private var remarks: [String] {
    let skipped = [
      (unread.binaries, "binary file"), (unread.links, "symbolic link"), (unread.specials, "special file"),
      (unread.leftOut, ".git or .build folder"),
    ].filter { $0.0 > 0 }.map { $0.of($1) }
    var remarks: [String] = []
    if total.blankLines > 0 { remarks.append("blank: \(total.blankLines.of("line"))") }
    if !skipped.isEmpty { remarks.append("not read: " + skipped.joined(separator: ", ")) }
    if invalidLines > 0 { remarks.append("not valid UTF-8: \(invalidLines.of("line"))") }
    if unread.failures > 0 { remarks.append("could not be read (\(unread.failures.grouped)):") }
    remarks += unread.examples.map { "  " + $0.description.shortened(to: 72) }
    let others = unread.failures - unread.examples.count
    if others > 0 { remarks.append("  and \(others.grouped) more") }
    return remarks
  }
}
