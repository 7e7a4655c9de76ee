/// A part of the catalogue. The page of an operator loads a module that has the operator's part alone: one with the whole
/// catalogue is twice as large.
enum Part: String, CaseIterable, Sendable {
  case creation
  case stages
  case joins
  case flattening
  case timed
  case sharing
  /// What the pages show that run something else than one operator. Its words mean something there only.
  case lessons

  /// The number of its first example. It does not depend on the size of the other parts, which a module may not have.
  var firstNumber: Int { Self.allCases.firstIndex(of: self)! * 1_000 }
}
