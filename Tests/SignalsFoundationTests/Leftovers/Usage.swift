#if os(Linux)
  import Foundation

  /// What this process has of the system.
  struct Usage: Sendable, CustomStringConvertible {
    let threads: Int
    let descriptors: Int
    /// Of the pages in the memory of the machine.
    let bytes: Int

    static func now() throws -> Usage {
      let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
      return Usage(
        threads: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count,
        descriptors: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count,
        bytes: Int(pages)! * sysconf(Int32(_SC_PAGESIZE)))
    }

    var description: String { "\(threads) threads, \(descriptors) descriptors, \(bytes >> 10) KB" }
  }
#endif
