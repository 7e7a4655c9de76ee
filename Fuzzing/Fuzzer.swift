import Foundation

/// What libFuzzer calls with each input. The program stops when the property does not hold.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  watchdog.begin(input)
  if let violation = property.violation(input) { fatalError("\(property.name): \(violation)") }
  watchdog.end()
  return 0
}

/// libFuzzer owns the command line, so the environment says what to test.
private let property: Property = {
  let name = ProcessInfo.processInfo.environment["SIGNALS_FUZZ_TARGET", default: ""]
  guard let property = Property.all.first(where: { $0.name == name }) else {
    fatalError("SIGNALS_FUZZ_TARGET has to be one of \(Property.all.map(\.name).joined(separator: ", "))")
  }
  return property
}()

private let watchdog = Watchdog()
