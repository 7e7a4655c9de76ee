// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "swift-signals-benchmarks",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "benchmarks", targets: ["Benchmarks"])],
  dependencies: [.package(name: "swift-signals", path: "..")],
  targets: [
    .target(name: "CAllocations"),
    .target(name: "CCounting"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CAllocations", "CCounting", .product(name: "Signals", package: "swift-signals"),
        .product(name: "PushPull", package: "swift-signals"),
        .product(name: "SignalsFoundation", package: "swift-signals"),
        .product(name: "SwiftSignalKit", package: "swift-signals"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
