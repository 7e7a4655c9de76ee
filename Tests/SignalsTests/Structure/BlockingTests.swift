import TestSupport
import Testing

/// Tasks share few threads: a test that blocks one of them holds up all others, and two stop a machine with two processors.
@Suite("Tests that block") struct BlockingTests {
  /// What waits on the calling thread: for other threads, for a process, for time.
  private static var blocking: Regex<Substring> {
    #/
      \bonThreads\( | \bonSmallStack\( | \.wait\((?:timeout:|\)) | \bThread\.sleep | \busleep\( | \bThread\ \{
      | \bCompiledProgram\b | \bexpectOutput\( | \bwaitUntilExit\( | \.waitFor(?:End|All|First|Last|Single)\(
      | \.sync\ *[{(] | \bProgram\.run\( | \bPublicNames\b | \bSymbolGraph\b
    /#
  }

  @Test(
    "A suite that blocks has threads of its own",
    arguments: ["Tests", "Stress/Tests", "Examples/Tests", "Fuzzing"])
  func haveThreadsOfTheirOwn(folder: String) throws {
    for file in try SourceFile.all(in: folder) where Self.blocks(file.code) {
      for suite in file.code.matches(
        of: #/(?:@Suite(\([^\n]*\))?\s+)?(?:\w+\ )*(?:struct|class)\ (\w+Tests)\b/#)
      {
        #expect(suite.1?.contains(".mayBlock") == true, "\(file.path): \(suite.2) needs .mayBlock")
      }
    }
  }

  @Test("What blocks is found") func isFound() {
    #expect(Self.blocks("@Test func a() { onThreads(2) { _ in } }"))
    #expect(Self.blocks("@Test func a() { semaphore.wait() }"))
    #expect(!Self.blocks("@Test func a() { policy.wait(before: 2) }"))
    #expect(!Self.blocks("@Test func a() async { await task.value }"))
  }

  /// Other than files that name such calls without making them, and the explored interleavings, which run alone.
  private static func blocks(_ code: String) -> Bool {
    let others = ["struct NamesFromElsewhereTests", "struct InterleavingTests", "struct BlockingTests"]
    return code.contains("@Test") && !others.contains(where: code.contains) && code.contains(blocking)
  }
}
