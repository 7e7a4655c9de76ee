/// Why a program cannot be inspected, as a sentence.
struct InspectionFailure: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
