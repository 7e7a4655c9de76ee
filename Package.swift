// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "swift-signals",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Signals", targets: ["Signals"]),
    .library(name: "SignalsFoundation", targets: ["SignalsFoundation"]),
    .library(name: "SignalsTesting", targets: ["SignalsTesting"]),
    .library(name: "PushPull", targets: ["PushPull"]),
    .library(name: "SwiftSignalKit", targets: ["SwiftSignalKit"]),
    .executable(name: "signalbox", targets: ["SignalBox"]),
  ],
  targets: [
    .target(name: "Signals", dependencies: ["CSignals"]),
    .target(name: "CSignals"),
    .target(name: "SignalsFoundation", dependencies: ["Signals", "SystemCalls"]),
    .target(name: "SystemCalls"),
    .target(name: "SignalsMarbles", dependencies: ["Signals"]),
    .target(name: "SignalsTesting", dependencies: ["Signals", "SignalsMarbles"]),
    .target(name: "PushPull", dependencies: ["Signals", "SignalsFoundation"], exclude: ["README.md"]),
    .target(
      name: "SwiftSignalKit", dependencies: ["Signals", "SignalsFoundation"], exclude: ["README.md"]),
    .target(name: "LoopbackServer", dependencies: ["Signals"]),
    .executableTarget(
      name: "SignalBox",
      dependencies: [
        "Signals", "SignalsFoundation", "SignalsMarbles", "SwiftSignalKit", "PushPull", "LoopbackServer",
      ]),
    .target(name: "EmbeddedUse", dependencies: ["Signals"]),
    .testTarget(name: "SignalsTests", dependencies: ["Signals", "SignalsTesting", "TestSupport"]),
    .testTarget(
      name: "SignalsFoundationTests",
      dependencies: ["Signals", "SignalsFoundation", "SignalsTesting", "LoopbackServer", "TestSupport"]),
    .testTarget(
      name: "SignalsTestingTests", dependencies: ["Signals", "SignalsTesting", "TestSupport"]),
    .testTarget(
      name: "PushPullTests", dependencies: ["PushPull", "Signals", "SignalsTesting", "TestSupport"]),
    .testTarget(
      name: "SwiftSignalKitTests",
      dependencies: ["SwiftSignalKit", "Signals", "SignalsTesting", "LoopbackServer", "TestSupport"]),
    .testTarget(name: "SignalBoxTests", dependencies: ["SignalBox", "SignalsFoundation", "TestSupport"]),
    .target(name: "TestSupport", dependencies: ["Signals", "SignalsMarbles"], path: "Tests/TestSupport"),
  ],
  swiftLanguageModes: [.v6]
)
