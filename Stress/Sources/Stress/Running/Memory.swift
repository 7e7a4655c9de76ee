import Foundation

#if canImport(Darwin)
  import Darwin
#endif

/// The memory of this process.
enum Memory {
  /// What the program stops itself at, whatever the scenario.
  static let hardLimit = 2048

  /// How many times as much may be resident as is in use. ThreadSanitizer keeps shadows of what a program has
  /// ever used, and does not give them back.
  static let overhead = dlsym(nil, "__tsan_init") == nil ? 1 : 3

  /// Resident megabytes, or 0 where the system does not say.
  static var resident: Int {
    #if os(Linux)
      guard let file = fopen("/proc/self/statm", "r") else { return 0 }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 128)
      guard fgets(&line, 128, file) != nil else { return 0 }
      let fields = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        .split(separator: " ")
      guard fields.count > 1, let pages = Int(fields[1]) else { return 0 }
      return (pages * Int(sysconf(Int32(_SC_PAGESIZE)))) >> 20
    #elseif canImport(Darwin)
      var info = mach_task_basic_info()
      var count = mach_msg_type_number_t(
        MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
      let result = withUnsafeMutablePointer(to: &info) { info in
        info.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
          task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
        }
      }
      return result == KERN_SUCCESS ? Int(info.resident_size >> 20) : 0
    #else
      return 0
    #endif
  }

  /// Gives back what the heap holds in reserve, so that what is resident afterwards is in use.
  static func trim() {
    #if os(Linux)
      // The C library has it, its module does not.
      guard let address = dlsym(nil, "malloc_trim") else { return }
      typealias Trim = @convention(c) (Int) -> Int32
      _ = unsafeBitCast(address, to: Trim.self)(0)
    #endif
  }
}
