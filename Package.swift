// swift-tools-version: 6.1
import PackageDescription

let signalBoxParts: [Target.Dependency] = [
  "Signals", "SignalsFoundation", "SignalsMarbles", "SwiftSignalKit", "PushPull", "LoopbackServer",
]

/// For the tests of a program, in release builds too: they reach what `@testable` shows. What the libraries share with their
/// tests is `package`, so that those are built as programs ship them.
let testable: [SwiftSetting] = [.unsafeFlags(["-enable-testing"])]

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
    .library(name: "SignalsHTTP", targets: ["SignalsHTTP"]),
    .executable(name: "signalbox", targets: ["SignalBox"]),
  ],
  traits: [
    .trait(name: "NATS", description: "Streams over NATS and JetStream. Needs the C client, libnats."),
    .trait(name: "HTTP", description: "Requests whose bodies are streams. Needs libcurl."),
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
    .target(
      name: "SignalsHTTP",
      dependencies: [
        "Signals", "SignalsFoundation", .target(name: "CCurl", condition: .when(traits: ["HTTP"])),
      ]),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(name: "LoopbackServer", dependencies: ["Signals"]),
    .executableTarget(name: "SignalBox", dependencies: signalBoxParts, swiftSettings: testable),
    .target(name: "EmbeddedUse", dependencies: ["Signals"]),
    .testTarget(
      name: "SignalsTests", dependencies: ["Signals", "SignalsTesting", "SmallChecks", "TestSupport"]),
    .target(
      name: "SmallChecks", dependencies: ["EmbeddedUse", "Signals", "SignalsMarbles"],
      path: "Tests/SmallTargets/Checks"),
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
    .testTarget(
      name: "SignalsHTTPTests",
      dependencies: [
        "SignalsHTTP", "Signals", "SignalsFoundation", "SignalsTesting", "LoopbackServer", "TestSupport",
      ]),
    .testTarget(name: "SignalBoxTests", dependencies: ["SignalBox", "SignalsFoundation", "TestSupport"]),
    .testTarget(
      name: "FuzzingTests", dependencies: ["SignalBox", "SignalsFoundation", "SignalsMarbles"],
      path: "Fuzzing",
      exclude: ["Corpus", "Dictionaries", "Fuzzer.swift", "Watchdog.swift", "run"]),
    .target(
      name: "TestSupport", dependencies: ["Signals", "SignalsMarbles", "CTestSupport"],
      path: "Tests/TestSupport"),
    .target(name: "CTestSupport", path: "Tests/CTestSupport"),
  ],
  swiftLanguageModes: [.v6]
)

// Benchmarks, Stress and the examples, in one build with the tests. A user's package that depends on this one does not have
// them, and a plain `swift build` need not wait for them. What stands for a user's program has no access to what is `package`.
if Context.environment["SIGNALS_ALL"] != nil {
  let used: [Target.Dependency] = ["Signals", "SignalsFoundation"]
  package.products += [
    .executable(name: "benchmarks", targets: ["Benchmarks"]),
    .executable(name: "stress", targets: ["Stress"]),
  ]
  package.targets += [
    .target(name: "CAllocations", path: "Benchmarks/Sources/CAllocations"),
    .target(name: "CCounting", path: "Benchmarks/Sources/CCounting"),
    .executableTarget(
      name: "Benchmarks", dependencies: used + ["CAllocations", "CCounting", "PushPull", "SwiftSignalKit"],
      path: "Benchmarks/Sources/Benchmarks", packageAccess: false),
    .executableTarget(
      name: "Stress", dependencies: used, path: "Stress/Sources/Stress", swiftSettings: testable),
    .testTarget(
      name: "StressTests", dependencies: ["Stress", "TestSupport"] + used, path: "Stress/Tests/StressTests"),
  ]
  // As in Examples/Package.swift, which is there to be copied.
  package.targets.append(.target(name: "Console", path: "Examples/Sources/Console", packageAccess: false))
  for example in ["count", "fetch", "ship", "tail"] {
    package.targets.append(
      .executableTarget(
        name: example, dependencies: ["Console"] + used, path: "Examples/Sources/\(example)",
        packageAccess: false))
  }
  package.targets.append(
    .testTarget(
      name: "ExamplesTests",
      dependencies: ["count", "fetch", "ship", "tail", "SignalsTesting", "TestSupport"] + used,
      path: "Examples/Tests/ExamplesTests"))
}

// Besides SIGNALS_ALL, for the build of .ci/run in release: without the tests that say the same of a debug build. See
// Documentation/Decisions/0060-tests-that-can-tell-a-release-build.md.
if Context.environment["SIGNALS_RELEASE"] != nil {
  let debugOnly: Set = [
    "ChatListTests", "Console", "EmbeddedUse", "ExamplesTests", "FuzzingTests", "SmallChecks",
    "StressTests", "count", "fetch", "ship", "tail",
  ]
  // Operators on one thread. The model tries each of them, in release too.
  let oneThread = [
    "Joins/AllAnyTests.swift", "Joins/AndOrTests.swift", "Joins/AndThenTests.swift",
    "Joins/BranchPressureTests.swift", "Joins/CatchTests.swift", "Joins/ChunksBoundedByTests.swift",
    "Joins/CombineLatestTests.swift", "Joins/DropUntilTests.swift", "Joins/FallibleTests.swift",
    "Joins/FlatMap+ConcatTests.swift", "Joins/FlatMap+LatestTests.swift", "Joins/FlatMap+MergeTests.swift",
    "Joins/FlatMap+RaceTests.swift", "Joins/FlatMapTests.swift", "Joins/GroupedTests.swift",
    "Joins/IfEmptyTests.swift", "Joins/MergeTests.swift", "Joins/PrefixUntilReplacedTests.swift",
    "Joins/PrefixUntilTests.swift", "Joins/PrependTests.swift", "Joins/RaceTests.swift",
    "Joins/RetryPolicyTests.swift", "Joins/SampleOnTests.swift", "Joins/ThrottleWhileTests.swift",
    "Joins/WindowsBoundedByTests.swift", "Joins/WindowsTests.swift", "Joins/WithLatestTests.swift",
    "Joins/ZipTests.swift", "Timed/ChunksTests.swift", "Timed/DebounceTests.swift",
    "Timed/DelayStartTests.swift", "Timed/DelayTests.swift", "Timed/DropForTests.swift",
    "Timed/IntervalTests.swift", "Timed/PrefixForTests.swift",
    "Timed/SampleTests.swift", "Timed/ThrottleTests.swift",
    "Timed/TimeoutTests.swift", "Timed/TimestampedTests.swift", "Timed/WindowsEveryTests.swift",
    "Timed/WindowsLastingTests.swift", "Timed/WindowsOrCountTests.swift",
  ]
  package.targets.removeAll { debugOnly.contains($0.name) }
  // What these test is compiled in the library that they test.
  for name in [
    "PushPullTests", "SignalBoxTests", "SignalsFoundationTests", "SignalsTestingTests",
    "SwiftSignalKitTests", "TestSupport",
  ] {
    package.targets.first { $0.name == name }?.swiftSettings = [.unsafeFlags(["-Onone"])]
  }
  package.targets.first { $0.name == "SignalBox" }?.swiftSettings = [
    .unsafeFlags(["-enable-testing", "-Onone"])
  ]
  package.targets.first { $0.name == "Stress" }?.swiftSettings = []
  if let tests = package.targets.first(where: { $0.name == "SignalsTests" }) {
    tests.dependencies = ["Signals", "SignalsTesting", "TestSupport"]
    tests.exclude =
      oneThread + [
        "Contract/ClosuresOfTheMainActor.swift", "Contract/IsolationRuleTests.swift", "Documentation",
        "Migration", "SmallTargets", "Stages", "Structure",
      ]
  }
}

// Set by Fuzzing/run: the properties are then a program of libFuzzer, which has the `main`, instead of tests. See
// Documentation/Decisions/0014-fuzzing.md.
if Context.environment["SIGNALS_FUZZING"] != nil {
  package.products.removeAll { $0.name == "signalbox" }
  package.targets.removeAll { ["SignalBox", "SignalBoxTests", "FuzzingTests"].contains($0.name) }
  package.targets += [
    .target(
      name: "SignalBox", dependencies: signalBoxParts, exclude: ["main.swift"], swiftSettings: testable),
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

// A build of its own for targets without an operating system: what Tests/SmallTargets/run compiles and links. The reference
// model and what it needs come from the files that the tests are built from. Where the variable says `uses`, the program has
// EmbeddedUse too.
if let parts = Context.environment["SIGNALS_SMALL"] {
  let embedded: [SwiftSetting] = [.enableExperimentalFeature("Embedded")]
  let uses = parts == "uses" ? ["Sources/EmbeddedUse", "Tests/SmallTargets/Checks/Checks+Uses.swift"] : []
  // No module imports a program: its interface would be compiled apart.
  let program: [SwiftSetting] = embedded + [.unsafeFlags(["-no-emit-module-separately-wmo"])]
  package.products = []
  package.targets = [
    .target(name: "CSignals"),
    .target(name: "Signals", dependencies: ["CSignals"], swiftSettings: embedded),
    .target(
      name: "SignalsMarbles", dependencies: ["Signals"], sources: ["Time", "Comparison/EitherDrive.swift"],
      swiftSettings: embedded),
    .target(
      name: "SignalsTesting", dependencies: ["SignalsMarbles"], sources: ["Exports.swift"],
      swiftSettings: embedded),
    // One module: generic code is compiled again in each module that uses it.
    .target(
      name: "SmallProgram", dependencies: ["Signals", "SignalsTesting"], path: ".",
      sources: uses + [
        "Tests/SmallTargets/Checks/Checks.swift", "Tests/SmallTargets/Checks/Checks+Properties.swift",
        "Tests/SmallTargets/Checks/Checks+Streams.swift", "Tests/SmallTargets/Program",
        "Tests/SignalsTests/Model/Catalog", "Tests/SignalsTests/Model/Reference",
        "Tests/SignalsTests/Model/CaseGenerator.swift", "Tests/SignalsTests/Model/Meter.swift",
        "Tests/SignalsTests/Model/ModelCase.swift", "Tests/SignalsTests/Model/ModelledOperator.swift",
        "Tests/SignalsTests/Model/Pipeline.swift", "Tests/SignalsTests/Model/Source.swift",
        "Tests/SignalsTests/Model/StaticJoins.swift", "Tests/SignalsTests/Support/SplitMix.swift",
      ],
      swiftSettings: program + (uses.isEmpty ? [] : [.define("SIGNALS_USES")])),
    .target(
      name: "SmallFigures", dependencies: ["Signals"], path: "Tests/SmallTargets/Figures",
      swiftSettings: embedded + [.enableExperimentalFeature("Extern")]),
  ]
  // The language and the drawing of `signalbox marbles`, for the page: what Site/build compiles and links.
  if parts == "page" {
    package.targets = [
      .target(name: "CSignals"),
      .target(name: "Signals", dependencies: ["CSignals"], swiftSettings: embedded),
      .target(
        name: "SignalsFoundation", sources: ["Files/String+Printable.swift"], swiftSettings: embedded),
      .target(
        name: "SignalsMarbles", dependencies: ["Signals"],
        exclude: ["Diagrams/MarbleDiagram+Naming.swift"],
        sources: ["Time", "Diagrams", "Comparison/EitherDrive.swift"],
        swiftSettings: embedded),
      .target(
        name: "MarblesPage", dependencies: ["Signals", "SignalsFoundation", "SignalsMarbles"], path: ".",
        exclude: [
          "Sources/SignalBox/Marbles/Document", "Sources/SignalBox/Marbles/Catalogue/Part+Entries.swift",
        ],
        sources: [
          "Site/Module", "Sources/SignalBox/Marbles", "Sources/SignalBox/Console/Nearest.swift",
          "Sources/SignalBox/Console/Text.swift",
        ],
        swiftSettings: program + [.enableExperimentalFeature("Extern")]),
    ]
  }
  // The same figures natively.
  if parts == "native" {
    package.targets = [
      .target(name: "CSignals"),
      .target(name: "Signals", dependencies: ["CSignals"]),
      .executableTarget(name: "figures", dependencies: ["Signals"], path: "Tests/SmallTargets/Figures"),
    ]
  }
}

// A build of its own for ThreadSanitizer in release: Stress, and of the tests those that have threads.
if Context.environment["SIGNALS_THREADS"] != nil {
  let parts: Set = [
    "Signals", "CSignals", "SignalsFoundation", "SystemCalls", "SignalsMarbles", "SignalsTesting",
    "TestSupport", "CTestSupport",
  ]
  // How tasks and actors hand values over is in the runtime, which is not instrumented: in release, where the code around it
  // is, that looks like a race. What is in the folder `Async` does so, too. All of it runs under the sanitizer in debug, see
  // .ci/deep.
  let handingOver = [
    "Contract/AsyncRuleTests.swift", "Contract/LeakRuleTests.swift", "Support/Steps.swift",
    "Terminals/ActorReceiverTests.swift", "Terminals/ActorTerminalsTests.swift",
    "Terminals/MainActorTerminalsTests.swift",
  ]
  // No second thread acts, or one with a small stack while the first one waits for it.
  let oneThread = [
    "Contract/FailureRuleTests.swift", "Contract/LargestCountTests.swift",
    "Contract/LatestValueRuleTests.swift", "Contract/MisuseRuleTests.swift",
    "Contract/PauseInsideValueTests.swift", "Contract/PullRuleTests.swift", "Contract/PushRuleTests.swift",
    "Contract/StackRuleTests.swift", "PropertyGraph/GraphDepthTests.swift",
    "PropertyGraph/GraphNodeTests.swift", "PropertyGraph/GraphSnapshotTests.swift",
    "PropertyGraph/NodeObserverTests.swift", "PropertyGraph/ReadingTests.swift",
    "Runtime/Disposable+DescriptionTests.swift", "Runtime/SubscriptionTests.swift",
    "Schedulers/ImmediateSchedulerTests.swift", "Schedulers/JobQueueTests.swift",
    "Schedulers/LoopSchedulerTests.swift", "Schedulers/TimerQueueTests.swift",
    "Sharing/BufferingTests.swift", "Sharing/StoredTests.swift", "Terminals/ObserveDuringTests.swift",
  ]
  // They need modules that are not built here.
  let others = ["Contract/ClosuresOfTheMainActor.swift", "Contract/IsolationRuleTests.swift"]
  package.products = []
  package.targets.removeAll { !parts.contains($0.name) }
  package.targets += [
    .executableTarget(
      name: "stress", dependencies: ["Signals", "SignalsFoundation"], path: "Stress/Sources/Stress"),
    .testTarget(
      name: "ThreadTests", dependencies: ["Signals", "SignalsTesting", "TestSupport"],
      path: "Tests/SignalsTests",
      exclude: handingOver + oneThread + others,
      sources: [
        "Contract", "Joins/FlatMap+QueueTests.swift", "Joins/PrefixDuringTests.swift",
        "Joins/RestartTests.swift", "PropertyGraph", "Runtime", "Schedulers", "Sharing", "Support",
        "Actions/ActionTests.swift", "Actions/BindingTargetTests.swift", "Actions/FutureTests.swift",
        "State/LatestValueTests.swift", "State/MutablePropertyTests.swift",
        "State/Property+BoolTests.swift", "State/Property+HistoryTests.swift",
        "State/StateMeaningTests.swift", "State/StateRegressionTests.swift", "State/StateThreadTests.swift",
        "State/TransactionTests.swift", "State/ValidatingPropertyTests.swift", "Terminals",
        "Timed/BufferTests.swift", "Timed/LimiterTests.swift",
      ]),
  ]
}

// A build of its own with the traits `NATS` and `HTTP`, for which no other test is compiled again: see .ci/run. It has the
// examples and the benchmarks that need a server, too.
if Context.environment["SIGNALS_NATS"] != nil {
  let parts: Set = [
    "Signals", "CSignals", "SignalsFoundation", "SystemCalls", "SignalsMarbles", "SignalsTesting",
    "TestSupport", "CTestSupport", "LoopbackServer", "CNATS", "SignalsNATS", "SignalsNATSTests", "CCurl",
    "SignalsHTTP", "SignalsHTTPTests",
  ]
  package.targets.removeAll { !parts.contains($0.name) }
  package.products.removeAll { !parts.contains($0.name) }
  let used: [Target.Dependency] = ["Signals", "SignalsFoundation", "SignalsNATS"]
  package.targets += [
    .executableTarget(name: "ingest", dependencies: used, path: "Examples/Sources/ingest"),
    .executableTarget(name: "worker", dependencies: used, path: "Examples/Sources/worker"),
    .target(name: "BenchmarkServer", path: "Benchmarks/Sources/BenchmarkServer", packageAccess: false),
    .executableTarget(
      name: "nats-benchmarks", dependencies: used + ["CNATS", "BenchmarkServer"],
      path: "Benchmarks/Sources/NATSBenchmarks"),
    .executableTarget(
      name: "http-benchmarks",
      dependencies: ["Signals", "SignalsFoundation", "SignalsHTTP", "BenchmarkServer"],
      path: "Benchmarks/Sources/HTTPBenchmarks", packageAccess: false),
  ]
  package.targets.first { $0.name == "SignalsNATSTests" }?.dependencies += ["ingest", "worker"]
}
