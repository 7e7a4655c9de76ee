import Foundation
import SignalsFoundation
import SignalsMarbles

/// The documentation as a folder of pages, made of the documents of the repository and of the catalogue.
struct Site {
  /// The root of the repository.
  let repository: URL
  /// The modules that compute diagrams, as Site/build makes them, by their names: one for each part of the catalogue, and `all`.
  /// Without them only still pictures are there.
  let modules: [String: Data]
  /// The reference as Site/reference.mjs makes it, to be a folder of the site; without it no page leads there.
  let reference: URL?

  /// The documents, by the paths that they have in the repository.
  let documents: [String]

  init(repository: URL, modules: [String: Data] = [:], reference: URL? = nil) throws(SiteError) {
    self.repository = repository
    self.modules = modules
    self.reference = reference
    let single = [
      "README.md", "Contract.md", "CHANGELOG.md", "CONTRIBUTING.md", "Benchmarks/README.md",
      "Stress/README.md",
      "Examples/Microcontroller/README.md", "Sources/PushPull/README.md", "Sources/SwiftSignalKit/README.md",
    ]
    let folder = repository.appending(path: "Documentation")
    guard let found = try? FileManager.default.subpathsOfDirectory(atPath: folder.path) else {
      throw SiteError("there is no Documentation here: run it in the repository of swift-signals")
    }
    documents = single + found.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/" + $0 }
  }

  /// All files of the site.
  func files() throws(SiteError) -> [SiteFile] {
    let read = try documents.map { path throws(SiteError) in try page(of: path) }
    let drawings = try Catalogue.operators.map { entry throws(SiteError) in try Self.drawings(of: entry) }
    let lessons = try Lesson.all.map { lesson throws(SiteError) in try page(of: lesson) }
    let pages = try read + operatorPages(drawings) + lessons + lists(of: read)
    var files = pages.map { page in
      SiteFile(path: page.path, data: Data(page.text(hasReference: reference != nil).utf8))
    }
    files.append(SiteFile(path: "search.js", data: Data(try searchIndex(of: pages).utf8)))
    for name in ["site.css", "site.js"] {
      files.append(SiteFile(path: name, data: try data(at: "Site/Assets/" + name)))
    }
    let timeline = "Documentation/Inspector/timeline.svg"
    files.append(SiteFile(path: timeline, data: try data(at: timeline)))
    for drawing in drawings.joined() {
      files.append(
        SiteFile(path: "Documentation/Operators/\(drawing.name).svg", data: Data(drawing.svg.utf8)))
    }
    for (name, module) in modules {
      files.append(SiteFile(path: "marbles/\(name).wasm", data: module))
      // For pages that are opened as files, which may not load others but scripts.
      let text = "globalThis.marblesModule = \"\(module.base64EncodedString())\"\n"
      files.append(SiteFile(path: "marbles/\(name).js", data: Data(text.utf8)))
    }
    return files
  }

  /// The modules of a folder: one for each part of the catalogue, and one for all of it.
  static func modules(in folder: String) throws(SiteError) -> [String: Data] {
    var modules: [String: Data] = [:]
    for name in Part.allCases.map(\.rawValue) + ["all"] {
      let path = "\(folder)/\(name).wasm"
      guard let data = FileManager.default.contents(atPath: path) else {
        throw SiteError("cannot read \(path.quoted)")
      }
      modules[name] = data
    }
    return modules
  }

  private func data(at path: String) throws(SiteError) -> Data {
    do { return try Data(contentsOf: repository.appending(path: path)) } catch {
      throw SiteError("cannot read \(path.quoted)")
    }
  }

  static func drawings(of entry: Operator) throws(SiteError) -> [Drawing] {
    var drawings: [Drawing] = []
    for example in entry.examples { drawings.append(try drawing(example, of: entry)) }
    return drawings
  }

  static func drawing(_ example: Operator.Example, of entry: Operator) throws(SiteError) -> Drawing {
    do throws(SyntaxError) { return try Drawing(entry, example) } catch {
      throw SiteError("the catalogue is wrong: \(error.sentence)")
    }
  }
}

struct SiteFile {
  let path: String
  let data: Data
}

struct SiteError: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

// MARK: - Documents

extension Site {
  /// Where the page of a document is: beside its place in the repository, without spaces.
  static func path(of document: String) -> String {
    document.dropLast(3).replacing(" ", with: "-") + ".html"
  }

  private func page(of document: String) throws(SiteError) -> SitePage {
    let text = String(decoding: try data(at: document), as: UTF8.self)
    let folder = document.split(separator: "/").dropLast().map(String.init)
    let markdown = Markdown(text) { link(to: $0, from: folder) }
    let content =
      document == "Documentation/Operators.md" ? Self.leadingToPages(markdown.html) : markdown.html
    var page = SitePage(path: Self.path(of: document), title: markdown.title, content: content)
    page.sections = markdown.sections
    return page
  }

  /// Each picture of an operator leads to the page where it is live.
  private static func leadingToPages(_ html: String) -> String {
    var pages: [String: String] = [:]
    for shown in Catalogue.examples { pages[shown.entry.fileName(of: shown.example)] = shown.entry.page }
    return html.replacing(/<img src="Operators\/([^"]+)\.svg"[^>]*>/) { match in
      pages[String(match.1)].map { "<a href=\"../\($0)\">\(match.0)</a>" } ?? String(match.0)
    }
  }

  /// What a link of a document is on its page: to a document that is there, to a picture, or to elsewhere; nil for other files.
  private func link(to target: String, from folder: [String]) -> String? {
    if target.hasPrefix("#") || target.contains("://") || target.hasSuffix(".svg") { return target }
    let parts = target.split(separator: "#", maxSplits: 1).map(String.init)
    if parts.isEmpty { return nil }
    var path = folder
    for part in (parts[0].removingPercentEncoding ?? parts[0]).split(separator: "/") where part != "." {
      if part == ".." { _ = path.popLast() } else { path.append(String(part)) }
    }
    let found = path.joined(separator: "/")
    let up = String(repeating: "../", count: folder.count)
    if found == "Documentation/Decisions" { return up + "decisions.html" }
    guard let document = [found, found + "/README.md"].first(where: documents.contains) else { return nil }
    return up + Self.path(of: document) + (parts.count > 1 ? "#" + parts[1] : "")
  }
}

// MARK: - Operators

extension Site {
  /// - Parameter drawings: Those of each operator of the catalogue.
  private func operatorPages(_ drawings: [[Drawing]]) -> [SitePage] {
    var rest = Catalogue.examples[...]
    var pages: [SitePage] = []
    for (entry, drawings) in zip(Catalogue.operators, drawings) {
      var content = Markdown(entry.summary) { _ in nil }.html
      for (shown, drawing) in zip(rest, drawings) {
        if let name = shown.example.name { content += "<h2 id=\"\(name)\">\(name)</h2>\n" }
        content += figure(shown, drawing)
      }
      rest = rest.dropFirst(drawings.count)
      content +=
        "<p><a href=\"../Documentation/Operators.html#\(entry.anchor)\">In the list of all operators</a></p>\n"
      var page = SitePage(path: entry.page, title: entry.fullName, content: content)
      page.isCode = true
      page.sections = [Markdown.Section(title: entry.fullName, anchor: "", text: entry.summary)]
      pages.append(page)
    }
    return pages
  }

  func figure(_ shown: Catalogue.Shown, _ drawing: Drawing) -> String {
    let example = shown.example
    let pushed = (try? Self.pushed(example, of: shown.entry, unlike: drawing.picture)) ?? nil
    let source = example.input.map { " data-source=\"\($0.escapedForXML)\"" } ?? ""
    return """
      <figure class="live" data-part="\(shown.part.rawValue)" data-example="\(shown.number)"\(source) data-expression="\(example.expression.escapedForXML)">
      <div class="scroller"><div class="picture">\(drawing.svg.dropLast())</div></div>
      <div class="pushed"\(pushed == nil ? " hidden" : "")>
      <p>Pushed, where what goes in is sent whether or not it is observed:</p>
      <div class="scroller"><div class="still">\(pushed?.svg(title: drawing.title).dropLast() ?? "")</div></div>
      </div>
      </figure>

      """
  }

  private static func pushed(
    _ example: Operator.Example, of entry: Operator, unlike pulled: Picture
  ) throws(SyntaxError) -> Picture? {
    try Expression(example.expression).pushedPicture(
      of: try example.input.map(MarbleDiagram.init(input:)), observers: example.observers,
      limit: example.limit,
      preferring: entry, unlike: pulled)
  }

  /// - Parameter read: The pages of all documents.
  private func lists(of read: [SitePage]) throws(SiteError) -> [SitePage] {
    let rooms = Room.allCases.map { room in
      let items = room.operators.map { entry in
        return
          "<li><a href=\"\(entry.page)\"><code>\(entry.fullName)</code></a> \(entry.summary.replacing("`", with: "").escapedForXML)</li>"
      }
      return
        "<h2>\(room.rawValue)</h2><p>\(room.summary)</p><ul class=\"list\">\(items.joined(separator: "\n"))</ul>"
    }
    let decisions = read.filter { $0.path.hasPrefix("Documentation/Decisions/") }
    let guides = read.filter { !$0.path.hasPrefix("Documentation/Decisions/") }
    return [
      try front(),
      SitePage(path: "operators.html", title: "Operators", content: rooms.joined(separator: "\n")),
      SitePage(path: "guides.html", title: "Guides", content: lessonList + list(of: guides)),
      SitePage(path: "decisions.html", title: "Decisions", content: list(of: decisions)),
    ]
  }

  private func list(of pages: [SitePage]) -> String {
    let items = pages.map { "<li><a href=\"\($0.path)\">\($0.title)</a></li>" }
    return "<ul class=\"list\">\(items.joined(separator: "\n"))</ul>\n"
  }

  private func front() throws(SiteError) -> SitePage {
    let name = "debounce(for:on:onCompletion:)"
    guard let shown = Catalogue.examples.first(where: { $0.entry.fullName == name }) else {
      throw SiteError("the catalogue has no \(name)")
    }
    let entry = shown.entry
    return SitePage(
      path: "index.html", title: "swift-signals",
      content: """
        <p>A reactive library for Swift 6: pushed signals, pulled producers and glitch-free state, with typed failures.
        An operator exists once and works on both. What is drawn on these pages is computed by the library itself.</p>
        <pre><code>swift run signalbox tour  # pipelines that explain and check themselves
        swift test                # all tests</code></pre>
        <p>What <a href="\(entry.page)"><code>debounce</code></a> does: drag a marble.</p>
        \(figure(shown, try Self.drawings(of: entry)[0]))
        <ul class="list">
        <li><a href="README.html">The first ten minutes</a></li>
        <li><a href="operators.html">All operators, each with a diagram</a></li>
        <li>Pages that run: \(lessonLinks.joined(separator: ", "))</li>
        <li><a href="Documentation/Guides/Cookbook.html">Cookbook</a>, and <a href="Documentation/Guides/Five-programs.html">five programs</a></li>
        <li><a href="guides.html">Guides</a></li>
        <li><a href="Documentation/When-the-compiler-complains.html">When the compiler complains</a></li>
        \(reference == nil ? "" : "<li><a href=\"\(SitePage.reference)\">Reference of all products</a></li>\n")\
        <li><a href="Contract.html">The contract, rule by rule</a></li>
        <li><a href="Documentation/Figures.html">Figures</a></li>
        <li><a href="decisions.html">Decisions</a></li>
        </ul>
        """)
  }
}

// MARK: - Search

extension Site {
  /// One entry for each section: its title, where it is, what it says.
  private func searchIndex(of pages: [SitePage]) throws(SiteError) -> String {
    let sections = pages.flatMap { page in
      page.sections.map { section in
        let title = section.title == page.title ? page.title : "\(page.title): \(section.title)"
        let path = section.anchor.isEmpty ? page.path : "\(page.path)#\(section.anchor)"
        return [title.unescaped, path, section.text]
      }
    }
    let entries = (sections + (try referenceEntries())).map { texts in
      "[\(texts.map { "\"\($0.escapedForJSON)\"" }.joined(separator: ","))]"
    }
    return "globalThis.searchIndex = [\n\(entries.joined(separator: ",\n"))\n]\n"
  }

  private func referenceEntries() throws(SiteError) -> [[String]] {
    guard let reference else { return [] }
    do {
      return try JSONDecoder().decode(
        [[String]].self, from: Data(contentsOf: reference.appending(path: "entries.json")))
    } catch {
      throw SiteError("there is no reference in \(reference.path.quoted): Site/reference.mjs makes it")
    }
  }
}

extension Operator {
  /// Where its page is.
  fileprivate var page: String { "operators/\(fileName(of: examples[0])).html" }
}
