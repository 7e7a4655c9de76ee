import SignalsFoundation

extension Command {
  static let marbles = Command(
    name: "marbles",
    arguments: "[OPERATOR | DIAGRAM EXPRESSION]",
    summary: "Draws what operators do.",
    details: MarblesHelp.details,
    run: runMarbles)
}

private func runMarbles(_ arguments: [String], on terminal: Terminal) throws(UsageError) -> ExitStatus {
  let request = try MarblesRequest(arguments)
  switch request.subject {
  case .help: terminal.line(Command.marbles.help)
  case .list: terminal.write(MarblesList.text(on: terminal))
  case .drawings(let drawings):
    if let path = request.svg { return save(try files(for: drawings, at: path), on: terminal) }
    terminal.write(drawings.map { $0.text(on: terminal) }.joined(separator: "\n"))
  case .document(let path):
    do throws(SyntaxError) {
      return save(try OperatorsDocument().files(at: path), on: terminal)
    } catch {
      throw UsageError("the catalogue is wrong: \(error.sentence)")
    }
  }
  return .success
}

/// One drawing is a file, several are a folder of them.
private func files(for drawings: [Drawing], at path: String) throws(UsageError) -> FilesToWrite {
  if path.hasSuffix(".svg") || (drawings.count == 1 && !path.hasSuffix("/")) {
    if drawings.count == 1 { return FilesToWrite(folders: [], files: [(path, drawings[0].svg)]) }
    let names = drawings.prefix(8).map(\.name).joined(separator: ", ") + (drawings.count > 8 ? " …" : "")
    throw UsageError(
      "\(drawings.count) drawings need a folder, not \(path.quoted); or draw one of \(names)")
  }
  let folder = path.hasSuffix("/") ? path : path + "/"
  return FilesToWrite(folders: [folder], files: drawings.map { (folder + $0.name + ".svg", $0.svg) })
}

private func save(_ output: FilesToWrite, on terminal: Terminal) -> ExitStatus {
  do throws(FileError) {
    for folder in output.folders { try FilePath(folder).makeFolder() }
    for file in output.files { try FilePath(file.path).write(file.text) }
  } catch {
    terminal.complain("signalbox: \(error)")
    return .failure
  }
  return .success
}

struct FilesToWrite {
  let folders: [String]
  let files: [(path: String, text: String)]
}
