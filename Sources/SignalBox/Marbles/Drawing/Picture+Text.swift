import SignalsMarbles

extension Picture {
  /// The picture in the notation of marble diagrams.
  var marbles: MarblePicture {
    MarblePicture(
      inputs.map { $0.row(upTo: steps) } + [.note(code)] + outputs.map { $0.row(upTo: steps) },
      style: .picture)
  }
}

extension Timeline {
  fileprivate func row(upTo count: Int) -> MarblePicture.Row {
    var diagram = diagram
    if isOpen { diagram.steps += Array(repeating: [], count: Swift.max(0, count - diagram.steps.count)) }
    return .diagram(begin == nil ? "(\(name))" : name, diagram, from: begin ?? 0)
  }
}
