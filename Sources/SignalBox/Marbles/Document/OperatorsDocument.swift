/// The list of all operators with their pictures, in Markdown.
struct OperatorsDocument {
  private let rooms: [(room: Room, entries: [(entry: Operator, drawings: [Drawing])])]

  /// Runs all examples.
  init() throws(SyntaxError) {
    var rooms: [(Room, [(Operator, [Drawing])])] = []
    for room in Room.allCases {
      var entries: [(Operator, [Drawing])] = []
      for entry in room.operators { entries.append((entry, try Drawing.all(of: entry))) }
      rooms.append((room, entries))
    }
    self.rooms = rooms
  }

  /// The document, and its drawings in a folder of the same name beside it.
  func files(at path: String) -> FilesToWrite {
    let folder = path.hasSuffix(".md") ? String(path.dropLast(3)) : path + ".drawings"
    let drawings = rooms.flatMap(\.entries).flatMap(\.drawings)
    return FilesToWrite(
      folders: [folder],
      files: [(path, text(drawingsIn: folder.split(separator: "/").last.map(String.init) ?? folder))]
        + drawings.map { ("\(folder)/\($0.name).svg", $0.svg) })
  }

  private func text(drawingsIn folder: String) -> String {
    let sections = rooms.map { section($0.room, $0.entries, folder) }
    return ([Self.introduction, Self.decisions] + sections + [OtherDeclarations.text])
      .joined(separator: "\n\n") + "\n"
  }

  private static let introduction = """
    # Operators

    All operators, by room, each with a picture of a run in virtual time. Time runs from left to right, one
    column is one second; the inputs stand above the operator, what comes out below. A bar completes a
    stream, a cross fails it, a broken bar interrupts it. What is pale was not listened to any more. A line
    with a dot at its beginning is a stream that was started later.

    The pictures show producers. Operators on signals do the same with what is sent while they are attached.
    Where there is a clock, the scheduler of a timed operator can be left out: `debounce(for: .seconds(1))` has a
    real-time clock of its own. `receive(on:)` and `start(on:)` say where work is done, and always take one.

    This page is written by `signalbox marbles --document Documentation/Operators.md`. In a terminal,
    `signalbox marbles debounce` draws one of the pictures, and `signalbox marbles 'a-b--c|' 'delay(2)'` one
    of your own.

    The last part names everything else that is public in the modules `Signals` and `SignalsFoundation`:
    terminals, tasks, properties, schedulers, disposables and the sources of the outside world.
    """

  private static var decisions: String {
    let tables = TaskIndex.groups.map { group in
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

  private func section(
    _ room: Room, _ entries: [(entry: Operator, drawings: [Drawing])], _ folder: String
  ) -> String {
    let texts = entries.map { entry, drawings in
      let pictures = drawings.map { drawing in
        "![a marble diagram of \(drawing.picture.code)](\(folder)/\(drawing.name).svg)"
      }
      return """
        ### <a id="\(entry.anchor)"></a>`\(entry.fullName)`

        \(entry.summary.replacing("``", with: "`"))

        \(pictures.joined(separator: "\n\n"))
        """
    }
    return (["## \(room.rawValue)", room.summary] + texts).joined(separator: "\n\n")
  }
}

extension Operator {
  var anchor: String { fileName(of: examples[0]).lowercased() }
}
