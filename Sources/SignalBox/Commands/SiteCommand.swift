import Foundation
import SignalsFoundation

extension Command {
  static let site = Command(
    name: "site",
    arguments: "FOLDER",
    summary: "Writes the documentation as pages.",
    details: """
      Writes the documentation into a folder, as pages that need nothing from
      elsewhere: any web server can serve them, and they can be opened as files.
      It is run in the repository of swift-signals, whose documents it reads.

      Options:
        --modules FOLDER    The modules that compute the diagrams while they are
                            dragged: Site/build makes them. Without them the
                            diagrams are still pictures.
        --reference FOLDER  The reference of the products: Site/reference.mjs makes
                            it. Without it the pages do not lead there.
        -h, --help          Prints this help.

      Exit status: 0 when all is well, 1 when something could not be read or
      written, 2 when the call was not understood.
      """,
    run: runSite)
}

private func runSite(_ arguments: [String], on terminal: Terminal) throws(UsageError) -> ExitStatus {
  var rest = arguments[...]
  var folder: String?
  var modules: String?
  var reference: String?
  while let word = rest.popFirst() {
    switch word {
    case "-h", "--help":
      terminal.line(Command.site.help)
      return .success
    case "--modules":
      guard let path = rest.popFirst() else {
        throw UsageError("--modules needs a folder; see '\(Command.site.helpCall)'")
      }
      modules = path
    case "--reference":
      guard let path = rest.popFirst() else {
        throw UsageError("--reference needs a folder; see '\(Command.site.helpCall)'")
      }
      reference = path
    case let option where option.hasPrefix("-"): throw .unknownOption(option, of: .site)
    case let path where folder == nil: folder = path
    default: throw UsageError("unexpected argument \(word.quoted); see '\(Command.site.helpCall)'")
    }
  }
  guard let folder, !folder.isEmpty else {
    throw UsageError("a folder is needed; see '\(Command.site.helpCall)'")
  }
  return write(to: folder, modules: modules, reference: reference, on: terminal)
}

private func write(
  to folder: String, modules: String?, reference: String?, on terminal: Terminal
) -> ExitStatus {
  let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
  do {
    let modules = try modules.map { path throws(SiteError) in try Site.modules(in: path) } ?? [:]
    let reference = reference.map { URL(fileURLWithPath: $0) }
    let files = try Site(repository: here, modules: modules, reference: reference).files()
    for file in files {
      let target = URL(fileURLWithPath: folder).appending(path: file.path)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try file.data.write(to: target)
    }
    if let reference {
      let target = URL(fileURLWithPath: folder).appending(path: "reference")
      if FileManager.default.fileExists(atPath: target.path) {
        try FileManager.default.removeItem(at: target)
      }
      try FileManager.default.copyItem(at: reference, to: target)
    }
    terminal.line("\(files.count.of("file")) in \(folder.printable)")
    return .success
  } catch let error as SiteError {
    terminal.complain("signalbox: \(error.message)")
  } catch {
    terminal.complain("signalbox: cannot write into \(folder.quoted): \(error.localizedDescription)")
  }
  return .failure
}
