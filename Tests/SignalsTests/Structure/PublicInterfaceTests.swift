#if os(Linux)
  import TestSupport
  import Testing

  /// What is public changes only on purpose.
  @Suite("Public interface", .mayBlock)
  struct PublicInterfaceTests {
    @Test(arguments: [
      "Signals", "SignalsFoundation", "SignalsMarbles", "SignalsTesting", "PushPull", "SwiftSignalKit",
    ])
    func isAsCommitted(module: String) throws {
      let differences = try PublicInterface(of: module).differences()
      #expect(
        differences == [],
        "If that is meant: SIGNALS_RENEW_API=1 swift test --filter isAsCommitted, and say it in CHANGELOG.md")
    }
  }
#endif
