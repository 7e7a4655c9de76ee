/// The list of all operators with their pictures, in Markdown.
enum OperatorsDocument {
  /// The document, and its drawings in a folder of the same name beside it.
  static func files(at path: String) -> FilesToWrite {
    let folder = path.hasSuffix(".md") ? String(path.dropLast(3)) : path + ".drawings"
    let folderName = folder.split(separator: "/").last.map(String.init) ?? folder
    let drawings = Catalogue.operators.flatMap { entry in
      entry.drawings.map { ("\(folder)/\($0.name).svg", $0.svg) }
    }
    return FilesToWrite(folders: [folder], files: [(path, text(drawingsIn: folderName))] + drawings)
  }

  private static func text(drawingsIn folder: String) -> String {
    ([introduction, decisions] + Room.allCases.map { section($0, folder) }).joined(separator: "\n\n") + "\n"
  }

  private static let introduction = """
    # Operators

    All operators, by room, each with a picture of a run in virtual time. Time runs from left to right, one
    column is one second; the inputs stand above the operator, what comes out below. A bar completes a
    stream, a cross fails it, a broken bar interrupts it. What is pale was not listened to any more. A line
    with a dot at its beginning is a stream that was started later.

    The pictures show producers. Operators on signals do the same with what is sent while they are attached.

    This page is written by `signalbox marbles --document Documentation/Operators.md`. In a terminal,
    `signalbox marbles debounce` draws one of the pictures, and `signalbox marbles 'a-b--c|' 'delay(2)'` one
    of your own.
    """

  private static var decisions: String {
    let tables = Wishes.groups.map { group in
      let rows = group.wishes.map { wish in
        let operators = wish.operators.compactMap(link).joined(separator: ", ")
        return "| \(wish.text) | \(operators) |"
      }
      return (["| **I want to \(group.title)** | |", "|---|---|"] + rows).joined(separator: "\n")
    }
    return "## I want to …\n\n" + tables.joined(separator: "\n\n")
  }

  private static func link(_ shortName: String) -> String? {
    Catalogue.operators.first { $0.shortName == shortName }.map { "[`\($0.fullName)`](#\($0.anchor))" }
  }

  private static func section(_ room: Room, _ folder: String) -> String {
    let entries = room.operators.map { entry in
      let pictures = entry.drawings.map { "![\(entry.alternative($0))](\(folder)/\($0.name).svg)" }
      return """
        ### <a id="\(entry.anchor)"></a>`\(entry.fullName)`

        \(entry.summary.replacing("``", with: "`"))

        \(pictures.joined(separator: "\n\n"))
        """
    }
    return (["## \(room.rawValue)", room.summary] + entries).joined(separator: "\n\n")
  }
}

extension Operator {
  fileprivate var anchor: String { fileName(of: examples[0]).lowercased() }

  /// The examples of the catalogue are right, which a test makes sure of.
  fileprivate var drawings: [Drawing] {
    do throws(Mistake) { return try Drawing.all(of: self) } catch {
      preconditionFailure("\(fullName): \(error.sentence), at \(error.position)")
    }
  }

  fileprivate func alternative(_ drawing: Drawing) -> String { "a marble diagram of \(drawing.picture.code)" }
}
