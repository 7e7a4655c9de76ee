import SignalsFoundation

/// Files and folders that were not read, by reason.
struct Unread: Equatable, Sendable {
  private(set) var binaries = 0
  private(set) var links = 0
  private(set) var specials = 0
  /// Folders like `.git`.
  private(set) var leftOut = 0
  /// What the system refused.
  private(set) var failures = 0
  /// The first few of these.
  private(set) var examples: [FileError] = []

  static let exampleLimit = 5

  var count: Int { binaries + links + specials + leftOut + failures }

  mutating func add(_ error: FileError) {
    switch error.cause {
    case .binary: binaries += 1
    case .link: links += 1
    case .special: specials += 1
    case .leftOut: leftOut += 1
    case .system, .nul, .descriptorLimit, .systemDescriptorLimit, .watchLimit, .watcherLimit, .gone,
      .placeLost:
      failures += 1
      if examples.count < Self.exampleLimit { examples.append(error) }
    }
  }
}
