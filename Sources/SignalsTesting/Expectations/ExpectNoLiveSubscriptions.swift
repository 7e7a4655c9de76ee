import Signals

/// Runs `body`, and fails the test if something that it has started or observed has not ended when it returns.
///
///     expectNoLiveSubscriptions {
///       let page = Page(feed)
///       page.close()
///     }
///
/// The failure names each place, with the number of subscriptions:
///
///     2 subscriptions are live: 2 of Int: Feed/Page.swift:12
///
/// It looks at what `body` has started on its thread, and at what that has started in turn, on whatever thread. Other tests
/// may run meanwhile.
///
/// - Parameters:
///   - fileID: The file of the test, which the compiler fills in.
///   - filePath: The path of that file, which the compiler fills in.
///   - line: The line of the call, which the compiler fills in.
///   - column: The column of the call, which the compiler fills in.
///   - body: What is to leave nothing behind.
/// - Returns: What `body` returns.
@discardableResult
public func expectNoLiveSubscriptions<Result, Failure: Error>(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column,
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  LiveSubscriptions.beginUse()
  defer { LiveSubscriptions.endUse() }
  let scope = RecordedScope()
  // Two results, because `withValue` passes on any error.
  let result = RecordedScope.$current.withValue(scope) {
    Swift.Result<Result, Failure> { () throws(Failure) in try body() }
  }
  let value = try result.get()
  reportLive(scope, TestPlace(fileID, filePath, line, column))
  return value
}

/// Runs `body`, and fails the test if something that it has started or observed in its task has not ended when it returns.
/// See ``expectNoLiveSubscriptions(fileID:filePath:line:column:_:)``.
///
/// - Parameters:
///   - actor: Where the test runs, which the compiler fills in.
///   - fileID: The file of the test, which the compiler fills in.
///   - filePath: The path of that file, which the compiler fills in.
///   - line: The line of the call, which the compiler fills in.
///   - column: The column of the call, which the compiler fills in.
///   - body: What is to leave nothing behind.
/// - Returns: What `body` returns.
@discardableResult
public func expectNoLiveSubscriptions<Result>(
  isolation actor: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column,
  _ body: () async throws -> Result
) async rethrows -> Result {
  LiveSubscriptions.beginUse()
  defer { LiveSubscriptions.endUse() }
  let scope = RecordedScope()
  let value = try await RecordedScope.$current.withValue(scope, operation: body, isolation: actor)
  reportLive(scope, TestPlace(fileID, filePath, line, column))
  return value
}

private func reportLive(_ scope: RecordedScope, _ place: TestPlace) {
  let live = scope.live
  if live.isEmpty { return }
  let places = Dictionary(grouping: live) { "of \($0.valueType): \($0.placeText)" }
    .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map { "\($0.value.count) \($0.key)" }
  let subject = live.count == 1 ? "1 subscription is" : "\(live.count) subscriptions are"
  report(["\(subject) live: \(places.joined(separator: ", "))"], at: place)
}
