import Signals

extension Catalogue {
  static let sharing: [Operator] = [
    Operator(
      "share", does: "Shares one run of the work among all who are there.",
      shown: .run("--a--b--c--|", "share", observers: [("1st", 0), ("2nd", 4)]), apply: { $0.share() })
  ]
}
