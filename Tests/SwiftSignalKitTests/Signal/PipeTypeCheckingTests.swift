import Foundation
import TestSupport
import Testing

/// Long chains in one expression are no trouble for the compiler. What is left out here stands in the README of the
/// module: tuples that are taken apart and texts that are made, by closures without types, in one chain.
@Suite(.mayBlock) struct PipeTypeCheckingTests {
  @Test func sixteenStagesAreNoPuzzle() throws {
    #expect(chain.split(separator: "|> ").dropFirst().count == 16)
    let folder = FileManager.default.temporaryDirectory.appending(path: "chain-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }  // Files left there are harmless.
    try CompiledProgram.check(
      chain, using: ["Signals", "SignalsFoundation", "SystemCalls", "SwiftSignalKit"], in: folder,
      scopesPerExpression: 2_000)
  }
}

private let chain = """
  import SwiftSignalKit

  let numbers = single(1, NoError.self)
  let others = single(2, NoError.self)
  let chain = numbers
    |> map { $0 + 1 }
    |> filter { $0 % 2 == 0 }
    |> distinctUntilChanged
    |> map { value -> Int in value * 3 }
    |> mapToSignal { value -> Signal<Int, NoError> in single(value, NoError.self) }
    |> beforeNext { _ in }
    |> take(10)
    |> map { $0 - 1 }
    |> deliverOnMainQueue
    |> then(others)
    |> map { "\\($0)" }
    |> filter { !$0.isEmpty }
    |> distinctUntilChanged
    |> afterDisposed {}
    |> map { $0.count }
    |> filter { $0 > 0 }
  """
