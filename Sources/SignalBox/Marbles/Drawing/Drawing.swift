/// A picture, with what it is called.
struct Drawing {
  /// The name of its file, without `.svg`.
  let name: String
  let title: String
  let summary: String?
  let picture: Picture

  init(_ picture: Picture) {
    name = "picture"
    title = picture.code
    summary = nil
    self.picture = picture
  }

  init(_ entry: Operator, _ example: Operator.Example) throws(SyntaxError) {
    name = entry.fileName(of: example)
    title = entry.fullName
    summary = entry.summary
    picture = try entry.picture(of: example)
  }

  /// Those of all examples.
  static func all(of entry: Operator) throws(SyntaxError) -> [Drawing] {
    var drawings: [Drawing] = []
    for example in entry.examples { drawings.append(try Drawing(entry, example)) }
    return drawings
  }

  var svg: String { picture.svg(title: title) }
}
