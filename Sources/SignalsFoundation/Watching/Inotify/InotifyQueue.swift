#if os(Linux)
  import Foundation
  import Signals

  /// The kernel's queue of events, and the folders that it watches. The kernel knows a folder by a number.
  ///
  /// Closing a queue takes ten milliseconds in the kernel, and the thread that disposes of a start would wait. So a few are kept
  /// for later starts, empty: see `Documentation/Decisions/0064-queues-of-the-kernel-are-kept.md`.
  package final class InotifyQueue: Sendable {
    let descriptor: Descriptor
    /// What the kernel watches for this queue. Nil: there were too many to take them away one by one.
    private let watches = Guarded(Set<Int32>?.some([]))

    /// Those that no start uses.
    private static let spare = Guarded([Descriptor]())
    /// A user may have 128 of them, as a rule.
    private static let mostSpare = 4
    /// Taking so many away takes less time than closing.
    private static let mostWatches = 256

    package init(for path: FilePath) throws(FileError) {
      if let spare = Self.spare.withLock({ $0.popLast() }) {
        descriptor = spare
        return
      }
      let number = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      if number < 0 { throw .lastMakingWatcher(for: path) }
      descriptor = Descriptor(number)
    }

    deinit {
      guard let watches = watches.withLock({ $0 }), Self.spare.withLock({ $0.count < Self.mostSpare }) else {
        return
      }
      for watch in watches { inotify_rm_watch(descriptor.number, watch) }
      // The kernel does not give a number again before it has given all others: what another thread reports late of these folders
      // is no event of the next start.
      if descriptor.isEmptied() {
        Self.spare.withLock { if $0.count < Self.mostSpare { $0.append(descriptor) } }
      }
    }

    /// Watches a folder, or nothing, when it is not there any more or is no folder.
    package func watch(_ folder: FilePath, followingLink: Bool) throws(FileError) -> Int32? {
      // Not the closing of files: a process that opened a file, or inherited it, need not have written anything.
      let kinds = IN_CREATE | IN_MODIFY | IN_ATTRIB | IN_DELETE | IN_MOVE
      let own = IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
      let mask = UInt32(kinds) | UInt32(own) | (followingLink ? 0 : UInt32(IN_DONT_FOLLOW))
      let watch = try folder.withCString(to: .watch) { inotify_add_watch(descriptor.number, $0, mask) }
      if watch >= 0 {
        watches.withLock { watches in
          watches?.insert(watch)
          if let count = watches?.count, count > Self.mostWatches { watches = nil }
        }
        return watch
      }
      if [ENOENT, ENOTDIR].contains(errno) { return nil }
      throw .lastWatching(folder)
    }

    func remove(_ watch: Int32) {
      watches.withLock { _ = $0?.remove(watch) }
      inotify_rm_watch(descriptor.number, watch)
    }
  }

  extension FileError {
    fileprivate static func lastWatching(_ path: FilePath) -> FileError { watching(path, code: errno) }

    /// Of adding a folder.
    package static func watching(_ path: FilePath, code: Int32) -> FileError {
      code == ENOSPC ? FileError(path, .watch, .watchLimit) : FileError(path, .watch, code: code)
    }

    fileprivate static func lastMakingWatcher(for path: FilePath) -> FileError {
      let code = errno
      return makingWatcher(for: path, code: code, canOpenMore: code == EMFILE && Descriptor.canOpenMore)
    }

    /// Of making a queue. The system has one code for two limits: when the program may open another file, it means the
    /// one of watchers.
    package static func makingWatcher(for path: FilePath, code: Int32, canOpenMore: Bool) -> FileError {
      code == EMFILE && canOpenMore
        ? FileError(path, .watch, .watcherLimit) : FileError(path, .watch, code: code)
    }
  }

  extension Descriptor {
    /// Reads what is there, and lets go of it. False: it cannot be read.
    fileprivate func isEmptied() -> Bool {
      while true {
        switch read(atMost: 64 * 1024) {
        case .bytes: continue
        case .failure(let code): return code == EAGAIN
        case .end: return false
        }
      }
    }

    fileprivate static var canOpenMore: Bool {
      let number = Foundation.open("/", O_RDONLY | O_CLOEXEC)
      if number < 0 { return false }
      close(number)
      return true
    }
  }

  /// One event, as the kernel reports it.
  struct InotifyRecord {
    let watch: Int32
    let mask: UInt32
    /// The same for both halves of a rename.
    let cookie: UInt32
    /// Of the entry; only the 0 at the end, if the event concerns the folder itself.
    let name: [CChar]

    func has(_ bits: Int32) -> Bool { mask & UInt32(bits) != 0 }
    func has(_ bits: UInt32) -> Bool { mask & bits != 0 }

    var isFolder: Bool { has(IN_ISDIR) }

    /// The kernel hands out whole records only.
    static func all(in bytes: [UInt8]) -> [InotifyRecord] {
      var records: [InotifyRecord] = []
      bytes.withUnsafeBytes { buffer in
        var offset = 0
        while offset < buffer.count {
          let head = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          offset += MemoryLayout<inotify_event>.size
          let field = buffer[offset..<(offset + Int(head.len))]
          let name = field.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
          records.append(InotifyRecord(watch: head.wd, mask: head.mask, cookie: head.cookie, name: name))
          offset += Int(head.len)
        }
      }
      return records
    }
  }
#endif
