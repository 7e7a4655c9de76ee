import Foundation
import SignalsMarbles
import Testing

@testable import SignalBox

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Drawings as SVG.
@Suite struct DrawingTests {
  @Test(arguments: Catalogue.operators.indices)
  func isWellFormed(index: Int) throws {
    for drawing in try Drawing.all(of: Catalogue.operators[index]) {
      let elements = try Elements(drawing.svg)
      #expect(elements.texts.contains(drawing.picture.code), "\(drawing.name)")
      #expect(drawing.svg == drawing.svg)
      #expect(!drawing.svg.contains(/href|url\(|@import|<script/))
    }
  }

  /// A character that combines with the one before it makes one character of the two.
  @Test(arguments: ["<&\">", "<\u{338}", "&\u{301}", "\u{FFFE}", "\u{FFFF}\u{301}"])
  func isWellFormedWhateverANameHolds(name: String) throws {
    let elements = try Elements(drawing("'\(name)'-|", "delay(1)"))
    #expect(elements.count(of: "marble") > 0)
  }

  @Test func namesEveryValue() throws {
    let elements = try Elements(drawing("--a--b--(cd|)", "map(uppercase)"))
    for name in ["a", "b", "c", "d", "A", "B", "C", "D"] { #expect(elements.texts.contains(name)) }
    #expect(elements.count(of: "marble") == 8)
    #expect(elements.count(of: "end") == 2)
  }

  @Test func showsHowAStreamEnds() throws {
    let failed = try Elements(drawing("-a-x", "first(where: isEven)"))
    #expect(failed.count(of: "failure") == 2)
    let interrupted = try Elements(drawing("-a-!", "map(uppercase)"))
    #expect(interrupted.count(of: "interruption") == 2)
    let open = try Elements(drawing("-a-", "map(uppercase)"))
    #expect(open.count(of: "end") == 0)
  }

  @Test func showsWhatWasLetGoPale() throws {
    let elements = try Elements(drawing("-a-b-c|", "first"))
    #expect(elements.count(of: "rest") == 1)
    #expect(elements.count(of: "marble") == 4)
  }

  @Test func connectsAValueWithItsStream() throws {
    let elements = try Elements(drawing("-a-b-|", "windows(ofCount: 1)"))
    #expect(elements.count(of: "connection") == 2)
    #expect(elements.count(of: "stream") == 2)
  }

  @Test func escapesNames() throws {
    let svg = try drawing("-'<a&\"b>'-|", "map(uppercase)")
    #expect(try Elements(svg).texts.contains("<a&\"b>"))
    #expect(!svg.contains("<a&"))
    let control = try drawing("-'a\u{1B}b'-|", "first")
    #expect(try Elements(control).texts.contains("a\u{FFFD}b"))
  }

  @Test func givesRoomToLongNames() throws {
    let picture = try picture("'abcdefghijklmnop'-'abcdefghijklmnop'", "map(uppercase)")
    let layout = PictureLayout(picture)
    #expect(layout.x(2) - layout.x(0) > PictureLayout.marbleWidth("abcdefghijklmnop"))
    #expect(layout.width > PictureLayout.usualWidth)
  }

  @Test(
    arguments: [
      ("a", 1), ("a1", 2), ("ab", 2), ("[a, b, c]", 3), ("true", 1), ("next(a)", 2), ("[a, b, c, d, e]", 1),
      ("()", 1), ("", 1), ("12s a", 2), ("12st", 3), ("2s", 1), ("äö", 2), ("7", 1), ("a-1", 2),
    ])
  func stripesANameByItsParts(name: String, count: Int) {
    let stripes = Palette.stripes(of: name)
    #expect(stripes.count == count)
    #expect(stripes.first?.start == 0)
    #expect(stripes.map(\.start) == stripes.map(\.start).sorted())
    #expect(stripes.allSatisfy { $0.start < 1 })
  }

  @Test func keepsTheColourOfAValue() {
    #expect(
      Palette.stripes(of: "a1").map(\.color)
        == [Palette.stripes(of: "A"), Palette.stripes(of: "1")].map { $0[0].color })
  }

  @Test(arguments: [(0.0, "0"), (1.25, "1.3"), (-0.26, "-0.3"), (10, "10"), (2.04, "2")])
  func writesNumbersShort(number: Double, text: String) { #expect(number.short == text) }

  private func picture(_ diagram: String, _ expression: String) throws -> Picture {
    try Expression(expression).picture(of: try MarbleDiagram(input: diagram))
  }

  private func drawing(_ diagram: String, _ expression: String) throws -> String {
    try picture(diagram, expression).svg(title: "title")
  }
}

/// The elements of a drawing, read by a parser that accepts only what is well-formed.
private final class Elements: NSObject, XMLParserDelegate {
  private var classes: [String: Int] = [:]
  private(set) var texts: [String] = []
  private var text = ""

  init(_ svg: String) throws {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
  }

  func count(of kind: String) -> Int { classes[kind, default: 0] }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    text = ""
    if let kind = attributes["class"] { classes[kind, default: 0] += 1 }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if element == "text" { texts.append(text) }
  }
}
