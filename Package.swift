// swift-tools-version: 6.1
import PackageDescription

let signalBoxParts: [Target.Dependency] = [
  "Signals", "SignalsFoundation", "SignalsMarbles", "SwiftSignalKit", "PushPull", "LoopbackServer",
]

let package = Package(
  name: "swift-signals",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Signals", targets: ["Signals"]),
    .library(name: "SignalsFoundation", targets: ["SignalsFoundation"]),
    .library(name: "SignalsTesting", targets: ["SignalsTesting"]),
    .library(name: "PushPull", targets: ["PushPull"]),
    .library(name: "SwiftSignalKit", targets: ["SwiftSignalKit"]),
    .library(name: "SignalsNATS", targets: ["SignalsNATS"]),
    .executable(name: "signalbox", targets: ["SignalBox"]),
  ],
  traits: [
    .trait(name: "NATS", description: "Streams over NATS and JetStream. Needs the C client, libnats."),
    .default(enabledTraits: []),
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
    // Empty without the trait, so that a plain build needs nothing installed.
    .target(
      name: "SignalsNATS",
      dependencies: [
        "Signals", "SignalsFoundation", .target(name: "CNATS", condition: .when(traits: ["NATS"])),
      ]),
    .systemLibrary(name: "CNATS", providers: [.apt(["libnats-dev"])]),
    .target(name: "LoopbackServer", dependencies: ["Signals"]),
    .executableTarget(name: "SignalBox", dependencies: signalBoxParts),
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
    // Written as applications are that were there before: in the language mode of their time.
    .testTarget(
      name: "ChatListTests", dependencies: ["SwiftSignalKit", "TestSupport"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "SignalsNATSTests",
      dependencies: [
        "SignalsNATS", "Signals", "SignalsFoundation", "SignalsTesting", "TestSupport",
        .target(name: "CNATS", condition: .when(traits: ["NATS"])),
      ]),
    .testTarget(name: "SignalBoxTests", dependencies: ["SignalBox", "SignalsFoundation", "TestSupport"]),
    .testTarget(
      name: "FuzzingTests", dependencies: ["SignalBox", "SignalsFoundation", "SignalsMarbles"],
      path: "Fuzzing",
      exclude: ["Corpus", "Dictionaries", "Fuzzer.swift", "Watchdog.swift", "run"]),
    .target(name: "TestSupport", dependencies: ["Signals", "SignalsMarbles"], path: "Tests/TestSupport"),
  ],
  swiftLanguageModes: [.v6]
)

// Set by Fuzzing/run: the properties are then a program of libFuzzer, which has the `main`, instead of tests. See
// Documentation/Decisions/0014-fuzzing.md.
if Context.environment["SIGNALS_FUZZING"] != nil {
  package.products.removeAll { $0.name == "signalbox" }
  package.targets.removeAll { ["SignalBox", "SignalBoxTests", "FuzzingTests"].contains($0.name) }
  package.targets += [
    .target(name: "SignalBox", dependencies: signalBoxParts, exclude: ["main.swift"]),
    .executableTarget(
      name: "Fuzzer", dependencies: ["SignalBox", "SignalsFoundation", "SignalsMarbles"], path: "Fuzzing",
      exclude: ["Corpus", "CorpusTests.swift", "Dictionaries", "run"]),
  ]
}

// A build of its own, in which a scheduler decides at each access to shared memory which thread goes on.
if Context.environment["SIGNALS_EXPLORED"] != nil {
  package.products = []
  package.targets = [
    .target(name: "CSignals"),
    .target(name: "Signals", dependencies: ["CSignals"], swiftSettings: [.define("SIGNALS_EXPLORED")]),
    .testTarget(name: "InterleavingTests", dependencies: ["Signals"]),
  ]
}

// A build of its own with the trait `NATS`, for which no other test is compiled again: see .ci/run. It has the examples and
// the benchmarks that need a server, too.
if Context.environment["SIGNALS_NATS"] != nil {
  let parts: Set = [
    "Signals", "CSignals", "SignalsFoundation", "SystemCalls", "SignalsMarbles", "SignalsTesting",
    "TestSupport", "CNATS", "SignalsNATS", "SignalsNATSTests",
  ]
  package.targets.removeAll { !parts.contains($0.name) }
  package.products.removeAll { !parts.contains($0.name) }
  let used: [Target.Dependency] = ["Signals", "SignalsFoundation", "SignalsNATS"]
  package.targets += [
    .executableTarget(name: "ingest", dependencies: used, path: "Examples/Sources/ingest"),
    .executableTarget(name: "worker", dependencies: used, path: "Examples/Sources/worker"),
    .executableTarget(
      name: "nats-benchmarks", dependencies: used + ["CNATS"], path: "Benchmarks/Sources/NATSBenchmarks"),
  ]
  package.targets.first { $0.name == "SignalsNATSTests" }?.dependencies += ["ingest", "worker"]
}
