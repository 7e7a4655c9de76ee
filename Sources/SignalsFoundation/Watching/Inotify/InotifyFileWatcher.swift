#if os(Linux)
  import Dispatch
  import Signals

  /// Hears of changes from the kernel. The kernel watches folders, so the cost is one watch for each folder,
  /// however many files there are, and nothing while nothing happens.
  ///
  /// Where a path leads through links, the folders that hold these are watched as well, each by a watcher of its own.
  public struct InotifyFileWatcher: FileWatcher {
    /// A watcher that holds nothing of the system until a start.
    public init() {}

    public func events(
      below path: FilePath, entering: @escaping @Sendable (FilePath) -> Bool
    ) -> SignalProducer<FileEvent, FileError> {
      .deferred {
        do throws(FileError) {
          if try path.leadsToFolder() { return try events(in: path, entering: entering) }
        } catch {
          return SignalProducer(error: error)
        }
        return events(of: [path])
      }
    }

    /// A file is watched through its folder, because saving often replaces it by another file.
    func events(of files: [FilePath]) -> SignalProducer<FileEvent, FileError> {
      .deferred {
        do throws(FileError) {
          var (folders, others) = ([SignalProducer<FileEvent, FileError>](), [FilePath]())
          for file in files {
            if try file.leadsToFolder() {
              folders.append(try events(in: file, entering: { _ in false }))
            } else {
              others.append(file)
            }
          }
          let single = others.isEmpty ? [] : [events(of: try WatchedFiles(others))]
          return .merge(folders + single)
        } catch {
          return SignalProducer(error: error)
        }
      }
    }

    // MARK: Folders

    private func events(
      in folder: FilePath, entering: @escaping @Sendable (FilePath) -> Bool
    ) throws(FileError) -> SignalProducer<FileEvent, FileError> {
      let tree = tree(folder, entering: entering)
      return Route(of: folder).links.isEmpty
        ? tree : events(in: tree, at: folder, through: events(of: try WatchedFiles([folder])))
    }

    /// What happens in a folder while it stays what it is.
    private func tree(
      _ folder: FilePath, entering: @escaping @Sendable (FilePath) -> Bool
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

    /// The events of a folder that is reached by links: of another one, when they lead there.
    ///
    /// - Parameter moves: What happens to the path itself.
    private func events(
      in tree: SignalProducer<FileEvent, FileError>, at folder: FilePath,
      through moves: SignalProducer<FileEvent, FileError>
    ) -> SignalProducer<FileEvent, FileError> {
      // That it is gone is one of the moves, and so is what comes in its place.
      let inside = tree.filter { $0 != .removed(folder, isFolder: true) }
        .catch { $0.saysGone ? .empty : SignalProducer(error: $0) }
        .map(Optional.some)
      let gone = SignalProducer<FileEvent?, FileError>([.removed(folder, isFolder: true), nil])
      @Sendable func leadsToFolder() -> Bool { (try? folder.leadsToFolder()) == true }
      return moves.map(Optional.some)
        .merge(with: SignalProducer(value: nil))
        .flatMap(.latest) { move in
          switch move {
          case nil: inside
          case .overflow, .unwatched: inside.merge(with: SignalProducer(value: move))
          case _ where leadsToFolder(): inside.merge(with: SignalProducer(value: .overflow))
          // It may have led to a folder, and lead nowhere again, by the time of the event.
          default:
            SignalProducer<Void, Never>.timer(after: Route.patience)
              .setFailureType(to: FileError.self)
              // If it is there again, the event that says so is on its way.
              .flatMap(.concat) { leadsToFolder() ? .empty : gone }
          }
        }
        .prefix(while: { $0 != nil })
        .compactMap { $0 }
    }

    // MARK: Single files

    private func events(of files: WatchedFiles) -> SignalProducer<FileEvent, FileError> {
      .deferred {
        let (additions, add) = Signal<FilePath, Never>.pipe()
        let (removals, remove) = Signal<FilePath, Never>.pipe()
        return additions.producer
          .merge(with: SignalProducer(files.added.sorted()))
          .setFailureType(to: FileError.self)
          .flatMap(.merge) { folder in
            news(of: folder).prefix(until: removals.filter { $0 == folder }).map { (folder, $0) }
          }
          .scanMap(into: files) { files, news -> [FileEvent?] in
            let events = files.take(news.1, of: news.0)
            files.dropped.forEach(remove.send)
            files.added.forEach(add.send)
            return events + (files.isEmpty ? [nil] : [])
          }
          .flatMap(.concat) { SignalProducer<FileEvent?, FileError>($0) }
          .prefix(while: { $0 != nil })
          .compactMap { $0 }
      }
    }

    private func news(of folder: FilePath) -> SignalProducer<WatchedFiles.News, FileError> {
      tree(folder, entering: { _ in false })
        .map { WatchedFiles.News.event($0) }
        .catch { $0.saysGone ? .empty : SignalProducer(error: $0) }
        .append(SignalProducer(value: .ended))
        .merge(with: SignalProducer(value: .began))
    }
  }
#endif
