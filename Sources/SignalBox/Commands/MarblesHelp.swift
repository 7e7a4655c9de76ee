/// What the command `marbles` says about itself. What it understands comes from the catalogue.
enum MarblesHelp {
  static var details: String {
    """
    Without arguments lists the operators by room. With the name of an operator,
    as prefix or 'prefix(while:)', draws what it does. With a diagram and an
    expression runs the expression on the diagram. Everything that is drawn is
    a run in virtual time, which takes no time.

    A DIAGRAM is a line, one character for each second: '--a--b--(c|)'
      -          nothing happens
      a 7 'ab'   a value; a longer name in quotes
      | x !      the stream completes, fails, is interrupted
      (ab|)      several at one instant

    An EXPRESSION is a chain of operators: uppercase.delay(2)
      number     a count, or a number of seconds: prefix(2), delay(2)
      'a-b|'     another stream, as a diagram: merge(with: '--1-2|')
                 for flatMap and catch the one that each value starts
      .latest    a choice: flatMap(.latest, '1-2|'), .concurrent(limit: 2)
      label:     where operators have the same name: prefix(while: isVowel);
                 elsewhere it may be left out: debounce(2)
    \(line("functions", Functions.transforms.map(\.key)))
                 by itself a function is short for map: uppercase
    \(line("conditions", Functions.conditions.map(\.key)))
                 with ! for the opposite: filter(!isVowel)
    \(line("relations", Functions.relations.map(\.key)))
    \(line("combining", Functions.combinations.map(\.key)))
    What begins a stream needs no diagram: 'interval(every: 2).prefix(3)'

    Options:
      --all               Draws all operators.
      --svg PATH          Draws into a file; several drawings into a folder.
      --document FILE     Writes the list of all operators with their drawings,
                          which go into a folder of the same name beside it.
      -h, --help          Prints this help.

    Exit status: 0 when all is well, 1 when something could not be written, 2 when
    the call was not understood; a mistake in a diagram or an expression is shown.
    An expression that would go on for ever at one instant is a mistake too.
    """
  }

  private static func line(_ title: String, _ names: [String]) -> String {
    let lines = names.joined(separator: " ").wrapped(to: 64)
    return "  \(title.padded(to: 11))" + lines.joined(separator: "\n             ")
  }
}
