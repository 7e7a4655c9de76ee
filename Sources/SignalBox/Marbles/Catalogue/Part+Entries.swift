extension Part {
  /// A page has those that its module was linked with: see Site/Module/Part+Entries.swift.
  var entries: [Operator] {
    switch self {
    case .creation: Catalogue.creation
    case .stages: Catalogue.stages
    case .joins: Catalogue.joins
    case .flattening: Catalogue.flattening
    case .timed: Catalogue.timed
    case .sharing: Catalogue.sharing
    case .lessons: Catalogue.lessons
    }
  }
}
