@main
struct NATSBenchmarks {
  static func main() {
    #if NATS
      do { try run(CommandLine.arguments.dropFirst().first) } catch { print("failed: \(error)") }
    #else
      print("build with --traits NATS")
    #endif
  }
}
