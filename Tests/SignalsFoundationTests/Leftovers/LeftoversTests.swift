#if os(Linux)
  import TestSupport
  import Testing

  /// What thousands of starts leave behind: nothing.
  @Suite(.mayBlock) struct LeftoversTests {
    @Test(
      "D4: a source disposed of repeatedly leaves nothing behind",
      arguments: EndlessSource.Name.allCases)
    func sourcesLeaveNothing(_ name: EndlessSource.Name) async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [name] in
        let folder = try TemporaryFolder()
        try await EndlessSource(name, in: folder).leavesNothing(of: name.starts, called: "\(name)")
      }
      EndlessSource.report(result)
    }
  }
#endif
