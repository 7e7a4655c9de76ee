// swift-tools-version: 6.1
import PackageDescription

let signals: [Target.Dependency] = [
  .product(name: "Signals", package: "swift-signals"),
  .product(name: "SignalsFoundation", package: "swift-signals"),
]

let package = Package(
  name: "swift-signals-examples",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "count", targets: ["count"]),
    .executable(name: "fetch", targets: ["fetch"]),
    .executable(name: "ship", targets: ["ship"]),
    .executable(name: "tail", targets: ["tail"]),
  ],
  dependencies: [.package(name: "swift-signals", path: "..")],
  targets: [
    .target(name: "Console"),
    .executableTarget(name: "count", dependencies: ["Console"] + signals),
    .executableTarget(name: "fetch", dependencies: ["Console"] + signals),
    .executableTarget(name: "ship", dependencies: ["Console"] + signals),
    .executableTarget(name: "tail", dependencies: ["Console"] + signals),
  ],
  swiftLanguageModes: [.v6]
)
