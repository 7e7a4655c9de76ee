import SignalsFoundation

extension FilePath {
  /// A path that the user typed; a file or folder must exist there.
  init(existing argument: String) throws(UsageError) {
    self.init(argument)
    do throws(FileError) { _ = try status(followingLink: true) } catch {
      throw UsageError(error.description)
    }
  }
}
