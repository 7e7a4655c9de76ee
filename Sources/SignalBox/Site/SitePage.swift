/// A page of the site.
struct SitePage {
  /// Where it is in the folder.
  let path: String
  /// As plain text that is escaped.
  let title: String
  let content: String
  /// Whether the title is code.
  var isCode = false
  /// For the search.
  var sections: [Markdown.Section] = []

  init(path: String, title: String, content: String) {
    self.path = path
    self.title = title
    self.content = content
  }

  /// Where the reference begins.
  static let reference = "reference/documentation/"

  /// The page, which needs nothing from elsewhere.
  func text(hasReference: Bool) -> String {
    let root = String(repeating: "../", count: path.count { $0 == "/" })
    // A document has its heading.
    let heading = content.contains("<h1") ? "" : "<h1>\(isCode ? "<code>\(title)</code>" : title)</h1>\n"
    let reference = hasReference ? "<a href=\"\(root)\(Self.reference)\">Reference</a>\n" : ""
    return """
      <!doctype html>
      <html lang="en" data-root="\(root)">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(title)</title>
      <link rel="icon" href="data:,">
      <link rel="stylesheet" href="\(root)site.css">
      <header><nav>
      <a href="\(root)index.html">swift-signals</a>
      <a href="\(root)operators.html">Operators</a>
      <a href="\(root)guides.html">Guides</a>
      <a href="\(root)Documentation/Guides/Cookbook.html">Cookbook</a>
      \(reference)<a href="\(root)Contract.html">Contract</a>
      <a href="\(root)Documentation/Figures.html">Figures</a>
      <a href="\(root)decisions.html">Decisions</a>
      <input id="search" type="search" placeholder="Search" aria-label="Search">
      <div id="results" hidden></div>
      </nav></header>
      <main>
      \(heading)\(content)
      </main>
      <script src="\(root)site.js"></script>
      </html>

      """
  }
}
