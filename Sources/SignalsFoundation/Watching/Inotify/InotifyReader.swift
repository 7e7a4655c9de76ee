#if os(Linux)
  import Foundation
  import Signals

  /// Reads what the kernel says, and lets the tree understand it.
  final class InotifyReader: Sendable {
    /// Taken out while the tree works, which it does on the queue only, so that no observer is called inside a lock.
    private let tree: Guarded<InotifyTree?>
    private let root: FilePath
    private let events: InotifyQueue
    private let observer: Observer<FileEvent, FileError>
    private let queue = DispatchQueue(label: "file events")

    private init(_ tree: InotifyTree, _ events: InotifyQueue, _ observer: Observer<FileEvent, FileError>) {
      self.tree = Guarded(tree)
      self.events = events
      root = tree.root
      self.observer = observer
    }

    static func begin(
      _ tree: InotifyTree, _ events: InotifyQueue, _ observer: Observer<FileEvent, FileError>
    ) throws(FileError) -> any Disposable {
      let watch = InotifyReader(tree, events, observer)
      let reader = DescriptorReader(events.descriptor, on: watch.queue, deliver: watch.take)
      do throws(SystemFailure) { try reader.begin() } catch {
        throw FileError(tree.root, .watch, code: error.code)
      }
      return reader
    }

    private func take(_ chunk: Descriptor.Chunk) {
      switch chunk {
      case .bytes(let bytes):
        // Where there is much room left, the kernel had nothing more to say.
        work(InotifyRecord.all(in: bytes), isAll: bytes.count < 32 * 1024)
      case .end: observer.complete()
      case .failure(EAGAIN): break
      case .failure(let code): observer.fail(FileError(root, .watch, code: code))
      }
    }

    private func work(_ records: [InotifyRecord], isAll: Bool) {
      guard var tree = tree.withLock({ $0.take() }) else { return }
      do throws(FileError) { try tree.take(records, isAll: isAll, observer.send) } catch {
        return observer.fail(error)
      }
      if tree.hasEnded { return observer.complete() }
      if !tree.leavers.isEmpty { giveUpSoon(tree.leavers) }
      self.tree.withLock { $0 = tree }
    }

    /// The two halves of a rename come together, but not always in one piece. The other half may have come and
    /// not been read yet: on a busy machine the queue that reads it has to wait itself.
    private func giveUpSoon(_ leavers: [UInt32]) {
      queue.asyncAfter(deadline: .now() + .milliseconds(10)) { [self] in
        take(events.descriptor.read(atMost: 64 * 1024))
        guard var tree = tree.withLock({ $0.take() }) else { return }
        tree.giveUp(leavers, observer.send)
        self.tree.withLock { $0 = tree }
      }
    }
  }
#endif
