import Foundation
import Signals

#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

/// Where in the tests an expectation stands.
struct TestPlace {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

/// Reports failures to whichever test framework runs the test, on any thread.
func report(_ failures: [String], at place: TestPlace) {
  for failure in failures { report(failure, at: place) }
}

/// A failure that was collected instead of being reported.
package struct CollectedFailure: Sendable {
  package let message: String
  package let line: UInt

  @TaskLocal fileprivate static var all: Guarded<[CollectedFailure]>?
}

/// The failures that expectations in `body` report, in their order. They do not reach the test framework: this is for the
/// tests of the expectations.
package func collectingFailures(_ body: () -> Void) -> [CollectedFailure] {
  let all = Guarded<[CollectedFailure]>([])
  CollectedFailure.$all.withValue(all, operation: body)
  return all.withLock { $0 }
}

private func report(_ failure: String, at place: TestPlace) {
  if let all = CollectedFailure.all {
    all.withLock { $0.append(CollectedFailure(message: failure, line: place.line)) }
    return
  }
  #if canImport(Testing)
    // Threads, queues and detached tasks know of no test. So both frameworks get the failure there: the one that runs
    // no tests leaves it alone.
    let location = SourceLocation(
      fileID: "\(place.fileID)", filePath: "\(place.filePath)", line: Int(place.line),
      column: Int(place.column))
    Issue.record(Comment(rawValue: failure), sourceLocation: location)
    if Test.current != nil { return }
  #endif
  #if canImport(XCTest)
    if isTestRun { return XCTFail(failure, file: place.filePath, line: place.line) }
  #endif
  fatalError("\(place.filePath):\(place.line): \(failure)")
}

/// Whether this process runs tests. No framework says so outside a test; but what starts a run shows in its arguments or
/// its environment.
private let isTestRun: Bool = {
  let process = ProcessInfo.processInfo
  let variables = ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier"]
  let programs = ["xctest", "swiftpm-testing-helper", "swiftpm-xctest-helper"]
  return variables.contains { process.environment[$0] != nil }
    || process.arguments.contains { argument in
      let name = argument.split(separator: "/").last.map(String.init) ?? ""
      return argument == "--testing-library" || programs.contains(name) || name.hasSuffix(".xctest")
    }
}()
