/// All operators in a few columns of text.
enum MarblesList {
  static func text(on terminal: Terminal) -> String {
    let rooms = Room.allCases.map { room in
      let names = room.operators.map(\.shortName).uniqued
      let lines = names.joined(separator: "  ").wrapped(to: 76).map { "  " + $0 }
      return ([terminal.paint(.title, room.rawValue) + "  " + terminal.paint(.faint, room.summary)] + lines)
        .joined(separator: "\n")
    }
    return rooms.joined(separator: "\n\n") + "\n\n" + """
      One of them:            signalbox marbles debounce
      On a diagram of yours:  signalbox marbles 'a-b--c|' 'uppercase.delay(2)'

      """
  }
}
