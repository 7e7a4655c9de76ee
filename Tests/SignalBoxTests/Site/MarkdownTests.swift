import Testing

@testable import SignalBox

@Suite struct MarkdownTests {
  @Test(
    arguments: [
      ("One *word* and\n**two**.", "<p>One <em>word</em> and <strong>two</strong>.</p>"),
      ("`a<b` & 2 * 3", "<p><code>a&lt;b</code> &amp; 2 * 3</p>"),
      ("``a`b`` \\*", "<p><code>a`b</code> *</p>"),
      ("[a `[b]`](c.md)", "<p><a href=\"to/c.md\">a <code>[b]</code></a></p>"),
      ("[a](<b c.md#d>) [x](nowhere)", "<p><a href=\"to/b c.md#d\">a</a> x</p>"),
      ("![a \"b\"](c.svg)", "<p><img src=\"to/c.svg\" alt=\"a &quot;b&quot;\"></p>"),
      ("- a\n  b\n- c\n\nd", "<ul>\n<li>a b</li>\n<li>c</li>\n</ul>\n<p>d</p>"),
      ("1. a\n   - b\n2. c", "<ol>\n<li>a</li>\n<ul>\n<li>b</li>\n</ul>\n<li>c</li>\n</ol>"),
      ("> a\n> b", "<blockquote><p>a b</p></blockquote>"),
      ("```swift\na < b\n\n# c\n```\nd", "<pre><code>a &lt; b\n\n# c</code></pre>\n<p>d</p>"),
      (
        "| a | b |\n|---|---|\n| `c|d` | e\\|f |",
        "<table>\n<thead><tr><th>a</th><th>b</th></tr></thead>\n"
          + "<tbody><tr><td><code>c|d</code></td><td>e|f</td></tr></tbody></table>"
      ),
      ("<b> is text", "<p>&lt;b&gt; is text</p>"),
    ])
  func becomesHTML(text: String, html: String) {
    let markdown = Markdown(text) { $0 == "nowhere" ? nil : "to/" + $0 }
    #expect(markdown.html == html + "\n")
  }

  @Test func namesItsHeadings() {
    let markdown = Markdown("# A `b` & c\n\nFirst.\n\n## Two, things\n\n- `x<y`\n\n## Two, things") { $0 }
    #expect(markdown.title == "A b &amp; c")
    #expect(markdown.sections.map(\.anchor) == ["a-b--c", "two-things", "two-things-1"])
    #expect(markdown.sections.map(\.text) == ["First. ", "x<y ", ""])
    #expect(markdown.html.hasPrefix("<h1 id=\"a-b--c\">A <code>b</code> &amp; c</h1>\n"))
  }

  @Test func keepsAnchors() {
    let markdown = Markdown("### <a id=\"x\"></a>`y`") { $0 }
    #expect(markdown.html == "<h3 id=\"y\"><a id=\"x\"></a><code>y</code></h3>\n")
  }
}
