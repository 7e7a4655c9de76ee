@main
struct HTTPBenchmarks {
  static func main() async {
    #if HTTP
      do { try await run(CommandLine.arguments.dropFirst().first) } catch { print("failed: \(error)") }
    #else
      print("build with --traits HTTP")
    #endif
  }
}
