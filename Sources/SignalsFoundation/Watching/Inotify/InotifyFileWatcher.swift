#if os(Linux)
  import Dispatch
  import Signals

  /// Hears of changes from the kernel. The kernel watches folders, so the cost is one watch for each folder,
  /// however many files there are, and nothing while nothing happens.
  public struct InotifyFileWatcher: FileWatcher {
    public init() {}

    public func events(
      below path: FilePath, entering: @escaping @Sendable (FilePath) -> Bool
    ) -> SignalProducer<FileEvent, FileError> {
      .deferred {
        do throws(FileError) {
          if try path.leadsToFolder() { return events(in: path, entering: entering) }
        } catch {
          return SignalProducer(error: error)
        }
        return events(of: [path])
      }
    }

    private func events(
      in folder: FilePath, entering: @escaping @Sendable (FilePath) -> Bool
    ) -> SignalProducer<FileEvent, FileError> {
      SignalProducer { observer, lifetime in
        do throws(FileError) {
          let queue = try InotifyQueue(for: folder)
          // Looking at everything may take long: a start that was disposed of meanwhile enters no more.
          var tree = InotifyTree(queue, root: folder) { !lifetime.hasEnded && entering($0) }
          try tree.watchRoot(observer.send)
          lifetime += try InotifyReader.begin(tree, queue, observer)
        } catch {
          observer.fail(error)
        }
      }
      // The kernel hands out many events at once.
      .buffer(1024, onOverflow: .suspend)
    }

    /// A file is watched through its folder, because saving often replaces it by another file.
    func events(of files: [FilePath]) -> SignalProducer<FileEvent, FileError> {
      .deferred {
        var folders: [FilePath: FilesOfFolder] = [:]
        var whole: [FilePath] = []
        for file in files {
          do throws(FileError) {
            if try file.leadsToFolder() {
              whole.append(file)
            } else {
              let real = file.resolved ?? file
              folders[real.folder, default: FilesOfFolder(real.folder)].add(real, calledAs: file)
            }
          } catch {
            return SignalProducer(error: error)
          }
        }
        return .merge(
          whole.map { events(in: $0, entering: { _ in false }) } + folders.values.map { events(of: $0) })
      }
    }

    private func events(of files: FilesOfFolder) -> SignalProducer<FileEvent, FileError> {
      events(in: files.folder, entering: { _ in false })
        .scanMap(into: files) { $0.take($1) }
        .flatMap(.concat) { SignalProducer<FileEvent, FileError>($0) }
    }
  }
#endif
