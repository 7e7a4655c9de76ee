/// Something that has happened to a file or a folder.
public enum FileEvent: Hashable, Sendable {
  /// It is new here: made, or moved here from somewhere else.
  case created(FilePath, isFolder: Bool)
  /// The content or the attributes of a file are different. A folder changes by what happens to its entries.
  case changed(FilePath)
  /// It is gone from here: removed, or moved somewhere else.
  case removed(FilePath, isFolder: Bool)
  /// It has another name. What a folder holds has moved with it, without events of its own.
  case renamed(FilePath, to: FilePath, isFolder: Bool)
  /// The system could not keep up, folders were renamed faster than they could be looked at, or the path that is watched
  /// leads to another folder now: anything may have happened. What happens from here on is reported again.
  case overflow
  /// A folder cannot be watched. The others still are.
  case unwatched(FileError)
}
