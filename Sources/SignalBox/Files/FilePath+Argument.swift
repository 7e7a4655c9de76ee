import SignalsFoundation

extension FilePath {
  /// A path that somebody typed, and where there is something.
  init(existing argument: String) throws(UsageError) {
    self.init(argument)
    do throws(FileError) { _ = try status(followingLink: true) } catch {
      throw UsageError(error.description)
    }
  }
}
