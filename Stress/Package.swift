// swift-tools-version: 6.1
import PackageDescription

let signals: [Target.Dependency] = [
  .product(name: "Signals", package: "swift-signals"),
  .product(name: "SignalsFoundation", package: "swift-signals"),
]

let package = Package(
  name: "swift-signals-stress",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "stress", targets: ["Stress"])],
  dependencies: [.package(name: "swift-signals", path: "..")],
  targets: [
    .executableTarget(name: "Stress", dependencies: signals),
    .testTarget(name: "StressTests", dependencies: ["Stress"] + signals),
  ],
  swiftLanguageModes: [.v6]
)
