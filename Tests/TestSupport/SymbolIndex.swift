import CTestSupport
import Foundation

/// What the compiler writes down of a debug build: which file declares a symbol, and which files use it.
package struct SymbolIndex {
  /// A use of a symbol in another file than the one that declares it.
  package struct Use: Hashable {
    package let file: String
    package let name: String
    package let declaredIn: String
  }

  enum Trouble: Error { case noIndex(at: String) }

  private struct Occurrences {
    var homes: [String: String] = [:]
    var uses: Set<[String]> = []
  }

  /// Release builds have none.
  package static var exists: Bool { FileManager.default.fileExists(atPath: store.path) }

  private static var store: URL { CompiledProgram.products.appending(path: "index/store") }

  /// Those inside of a folder of the package; the paths begin there.
  package static func uses(in folder: String, module: String) throws -> Set<Use> {
    let root = DeclaredOperator.package.appending(path: folder).path + "/"
    let occurrences = try read(module)
    func path(_ file: String) -> String? {
      file.hasPrefix(root) && FileManager.default.fileExists(atPath: file)
        ? String(file.dropFirst(root.count)) : nil
    }
    return Set(
      occurrences.uses.compactMap { use in
        guard let home = occurrences.homes[use[1]].flatMap(path), let file = path(use[0]), file != home
        else { return nil }
        return Use(file: file, name: use[2], declaredIn: home)
      })
  }

  private static func read(_ module: String) throws -> Occurrences {
    var occurrences = Occurrences()
    let library = try CompiledProgram.libraries().appending(path: "libIndexStore.so").path
    let isRead = withUnsafeMutablePointer(to: &occurrences) { pointer in
      index_read(library, store.path, module, pointer) {
        context, file, fileLength, usr, usrLength, name, nameLength, isDefinition, isReference in
        func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
          String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
        }
        let occurrences = context!.assumingMemoryBound(to: Occurrences.self)
        let file = text(file, fileLength)
        let usr = text(usr, usrLength)
        if isDefinition { occurrences.pointee.homes[usr] = file }
        if isReference { occurrences.pointee.uses.insert([file, usr, text(name, nameLength)]) }
      }
    }
    if !isRead { throw Trouble.noIndex(at: store.path) }
    return occurrences
  }
}
