/// The Markdown of this package's documents, as HTML: headings, paragraphs, lists, tables, code, quotes; and inside of a line code,
/// links, pictures, emphasis and anchors. What else Markdown has, the documents do not use.
struct Markdown {
  /// What a document is called: its first heading.
  private(set) var title = ""
  /// The headings, each with what stands below it as plain text.
  private(set) var sections: [Section] = []
  private(set) var html = ""

  struct Section {
    let title: String
    let anchor: String
    var text = ""
  }

  /// - Parameter link: What a link goes to; nil if that is not there, and only its text is.
  init(_ text: String, link: @escaping (String) -> String?) {
    var reader = MarkdownReader(
      lines: text.split(separator: "\n", omittingEmptySubsequences: false)[...], link: link)
    reader.readAll()
    title = reader.title
    sections = reader.sections
    html = reader.html.joined(separator: "\n") + "\n"
  }
}

/// Reads block by block.
private struct MarkdownReader {
  var lines: ArraySlice<Substring>
  let link: (String) -> String?
  var html: [String] = []
  var title = ""
  var sections: [Markdown.Section] = []

  mutating func readAll() {
    while let line = lines.first {
      if line.allSatisfy({ $0 == " " }) {
        lines.removeFirst()
      } else if line.hasPrefix("```") {
        readCode()
      } else if line.hasPrefix("#"), let space = line.firstIndex(of: " ") {
        lines.removeFirst()
        addHeading(line[line.index(after: space)...], level: line.distance(from: line.startIndex, to: space))
      } else if line.hasPrefix("|") {
        readTable()
      } else if line.hasPrefix(">") {
        let quoted = takeWhile { $0.hasPrefix(">") }.map { $0.dropFirst().drop { $0 == " " } }
        html.append("<blockquote><p>\(inline(quoted.joined(separator: " ")))</p></blockquote>")
      } else if ListItem(line) != nil {
        readList(indentation: 0)
      } else {
        readParagraph()
      }
    }
  }

  private mutating func readCode() {
    lines.removeFirst()
    let code = takeWhile { !$0.hasPrefix("```") }.joined(separator: "\n")
    _ = lines.popFirst()
    html.append("<pre><code>\(code.escapedForXML(keeping: "\n"))</code></pre>")
    note(code)
  }

  private mutating func addHeading(_ text: Substring, level: Int) {
    let content = inline(String(text))
    let plain = content.withoutTags
    let anchor = uniqueAnchor(plain.anchor)
    if title.isEmpty { title = plain }
    sections.append(Markdown.Section(title: plain.unescaped, anchor: anchor))
    html.append("<h\(level) id=\"\(anchor)\">\(content)</h\(level)>")
  }

  private func uniqueAnchor(_ anchor: String) -> String {
    let taken = sections.map(\.anchor)
    if !taken.contains(anchor) { return anchor }
    return (1...).lazy.map { "\(anchor)-\($0)" }.first { !taken.contains($0) }!
  }

  private mutating func readTable() {
    let rows = takeWhile { $0.hasPrefix("|") }.map(cells)
    guard let head = rows.first, rows.count > 1 else { return }
    func row(_ cells: [String], _ name: String) -> String {
      "<tr>\(cells.map { "<\(name)>\(inline($0))</\(name)>" }.joined())</tr>"
    }
    html.append("<table>")
    if head.contains(where: { !$0.isEmpty }) { html.append("<thead>\(row(head, "th"))</thead>") }
    html.append("<tbody>\(rows.dropFirst(2).map { row($0, "td") }.joined(separator: "\n"))</tbody></table>")
    for cells in rows { note(cells.joined(separator: " ")) }
  }

  /// What stands between the bars; a bar in code or behind a backslash is none.
  private func cells(_ line: Substring) -> [String] {
    var cells = [""]
    var isCode = false
    var previous: Character = " "
    for character in line.dropFirst() {
      if character == "`" { isCode.toggle() }
      if character == "|", previous == "\\" {
        cells[cells.count - 1].removeLast()
        cells[cells.count - 1].append(character)
      } else if character == "|", !isCode {
        cells.append("")
      } else {
        cells[cells.count - 1].append(character)
      }
      previous = character
    }
    return cells.dropLast().map { $0.trimmed }
  }

  private mutating func readList(indentation: Int) {
    guard let first = lines.first.flatMap(ListItem.init) else { return }
    let name = first.isNumbered ? "ol" : "ul"
    html.append("<\(name)>")
    while let item = lines.first.flatMap(ListItem.init), item.indentation >= indentation {
      if item.indentation > first.indentation {
        readList(indentation: item.indentation)
        continue
      }
      if item.indentation < first.indentation { break }
      lines.removeFirst()
      var text = [item.text]
      while let line = lines.first, line.hasPrefix(" "), ListItem(line) == nil,
        let begin = line.firstIndex(where: { $0 != " " })
      {
        text.append(line[begin...])
        lines.removeFirst()
      }
      let joined = text.joined(separator: " ")
      html.append("<li>\(inline(joined))</li>")
      note(joined)
    }
    html.append("</\(name)>")
  }

  private mutating func readParagraph() {
    let text = takeWhile { line in
      !line.allSatisfy { $0 == " " } && !line.hasPrefix("```") && !line.hasPrefix("|")
        && !line.hasPrefix("# ")
        && !line.hasPrefix("## ") && !line.hasPrefix("### ") && !line.hasPrefix(">") && ListItem(line) == nil
    }.joined(separator: " ")
    html.append("<p>\(inline(text))</p>")
    note(text)
  }

  private mutating func takeWhile(_ isTaken: (Substring) -> Bool) -> [Substring] {
    let taken = Array(lines.prefix(while: isTaken))
    lines = lines.dropFirst(taken.count)
    return taken
  }

  /// For the search.
  private mutating func note(_ text: String) {
    if sections.isEmpty { return }
    sections[sections.count - 1].text += inline(text).withoutTags.unescaped + " "
  }

  private func inline(_ text: String) -> String {
    var reader = InlineReader(rest: text[...], link: link)
    return reader.readAll()
  }
}

private struct ListItem {
  let indentation: Int
  let isNumbered: Bool
  let text: Substring

  init?(_ line: Substring) {
    let begin = line.drop { $0 == " " }
    indentation = line.count - begin.count
    if begin.hasPrefix("- ") {
      isNumbered = false
      text = begin.dropFirst(2)
      return
    }
    let digits = begin.prefix { $0.isASCII && $0.isNumber }
    guard (1...2).contains(digits.count), begin.dropFirst(digits.count).hasPrefix(". ") else { return nil }
    isNumbered = true
    text = begin.dropFirst(digits.count + 2)
  }
}

/// Reads what stands in a line.
private struct InlineReader {
  var rest: Substring
  let link: (String) -> String?
  var html = ""

  mutating func readAll() -> String {
    while let character = rest.first {
      switch character {
      case "`": readCode()
      case "\\" where rest.dropFirst().first.map { "\\`*_{}[]()#+-.!|<>".contains($0) } ?? false:
        rest.removeFirst()
        html += String(rest.removeFirst()).escapedForXML
      case "!" where rest.hasPrefix("!["): readLink(isPicture: true)
      case "[": readLink(isPicture: false)
      case "*": readEmphasis()
      case "<" where rest.hasPrefix("<a id=\""): readAnchor()
      default:
        // At least this one, and what follows up to the next that may mean something.
        let count = 1 + rest.dropFirst().prefix { !"`\\![*<".contains($0) }.count
        html += String(rest.prefix(count)).escapedForXML
        rest = rest.dropFirst(count)
      }
    }
    return html
  }

  private mutating func readCode() {
    let ticks = rest.prefix { $0 == "`" }
    let behind = rest.dropFirst(ticks.count)
    guard let end = behind.firstRange(of: ticks) else {
      html += String(ticks)
      rest = behind
      return
    }
    let code = String(behind[..<end.lowerBound])
    html += "<code>\((ticks.count > 1 ? code.trimmed : code).escapedForXML)</code>"
    rest = behind[end.upperBound...]
  }

  private mutating func readLink(isPicture: Bool) {
    let from = rest.dropFirst(isPicture ? 2 : 1)
    guard let close = Self.closing(in: from), from[close...].hasPrefix("]("),
      let (target, behind) = Self.target(from[close...].dropFirst(2))
    else {
      html += String(rest.removeFirst()).escapedForXML
      return
    }
    let text = String(from[..<close])
    rest = behind
    if isPicture {
      html += "<img src=\"\((link(target) ?? target).escapedForXML)\" alt=\"\(text.escapedForXML)\">"
      return
    }
    var reader = InlineReader(rest: text[...], link: link)
    let content = reader.readAll()
    html += link(target).map { "<a href=\"\($0.escapedForXML)\">\(content)</a>" } ?? content
  }

  /// The bracket that closes what has begun; brackets may stand inside of it, and in code.
  private static func closing(in text: Substring) -> Substring.Index? {
    var depth = 0
    var isCode = false
    for index in text.indices {
      switch text[index] {
      case "`": isCode.toggle()
      case "[" where !isCode: depth += 1
      case "]" where !isCode:
        if depth == 0 { return index }
        depth -= 1
      default: break
      }
    }
    return nil
  }

  private static func target(_ text: Substring) -> (String, Substring)? {
    if text.hasPrefix("<") {
      guard let end = text.firstRange(of: ">)") else { return nil }
      return (String(text.dropFirst()[..<end.lowerBound]), text[end.upperBound...])
    }
    guard let end = text.firstIndex(of: ")") else { return nil }
    return (String(text[..<end]), text[end...].dropFirst())
  }

  private mutating func readEmphasis() {
    let mark = rest.hasPrefix("**") ? "**" : "*"
    let behind = rest.dropFirst(mark.count)
    guard let end = behind.firstRange(of: mark), !behind.hasPrefix(" "), end.lowerBound > behind.startIndex
    else {
      html += mark
      rest = behind
      return
    }
    var reader = InlineReader(rest: behind[..<end.lowerBound], link: link)
    let name = mark == "*" ? "em" : "strong"
    html += "<\(name)>\(reader.readAll())</\(name)>"
    rest = behind[end.upperBound...]
  }

  private mutating func readAnchor() {
    guard let end = rest.firstRange(of: "</a>") else {
      html += "&lt;"
      rest.removeFirst()
      return
    }
    html += rest[..<end.upperBound]
    rest = rest[end.upperBound...]
  }
}

extension String {
  var trimmed: String {
    guard let first = firstIndex(where: { $0 != " " }), let last = lastIndex(where: { $0 != " " }) else {
      return ""
    }
    return String(self[first...last])
  }

  /// As GitHub names headings: small letters, digits, dashes for spaces, nothing else.
  var anchor: String {
    String(
      unescaped.lowercased().compactMap { character in
        if character == " " { return "-" }
        return character.isLetter || character.isNumber || character == "-" || character == "_"
          ? character : nil
      })
  }

  /// HTML without its tags.
  var withoutTags: String {
    var isTag = false
    return filter { character in
      if character == "<" { isTag = true }
      defer { if character == ">" { isTag = false } }
      return !isTag
    }
  }

  var unescaped: String {
    if !contains("&") { return self }
    return replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&amp;", with: "&")
  }

  /// The same for a text of several lines, of which each is printable.
  func escapedForXML(keeping separator: Character) -> String {
    split(separator: separator, omittingEmptySubsequences: false).map { String($0).escapedForXML }
      .joined(separator: String(separator))
  }
}
