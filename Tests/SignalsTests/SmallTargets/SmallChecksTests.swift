import SmallChecks
import Testing

/// What Tests/SmallTargets/run checks on targets without an operating system, here.
@Suite struct SmallChecksTests {
  @Test func holdNativelyToo() {
    var checks = Checks()
    checks.checkAll(depth: 200)
    checks.checkUses()
    #expect(checks.failed == [])
    #expect(checks.count > 50)
  }
}
