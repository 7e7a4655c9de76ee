// swift-tools-version: 6.1
import PackageDescription

// To be copied: see README.md. In a copy, the path of the dependency is that of your clone.
let package = Package(
  name: "Microcontroller",
  dependencies: [.package(name: "swift-signals", path: "../..")],
  targets: [
    .target(name: "Board"),
    .target(
      name: "Blinker", dependencies: ["Board", .product(name: "Signals", package: "swift-signals")]),
    // What the figures of README.md come from.
    .target(name: "Smallest", dependencies: ["Board", .product(name: "Signals", package: "swift-signals")]),
    .target(name: "Memory", dependencies: ["Board", .product(name: "Signals", package: "swift-signals")]),
  ],
  swiftLanguageModes: [.v6]
)
