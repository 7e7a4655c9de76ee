#if HTTP
  import Foundation
  import Signals
  import SignalsFoundation
  import SignalsHTTP

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// Each of them runs against an `nginx` on the same machine, next to the `curl` program and to `URLSession`. Of five rounds in
  /// turn the median counts. What the `curl` program needs to start is part of its time, once for a round.
  func run(_ name: String?) async throws {
    let size = 256 << 20
    let nginx = try Nginx(size: size)
    defer { nginx.stop() }
    let (hello, big, stored) = (nginx.url("hello"), nginx.url("big"), nginx.url("put/file"))
    let file = nginx.path("big")
    let comparisons = [
      Comparison(
        "sequence", "µs a request", per: 5000 / 1e6,
        ours: { try await get(hello, count: 5000, atOnce: 1) },
        session: { try await getWithSession(hello, count: 5000, atOnce: 1) },
        curl: { try curl(["\(hello)?[1-5000]", "-o", "/dev/null"]) }),
      Comparison(
        "concurrent", "µs a request", per: 20_000 / 1e6,
        ours: { try await get(hello, count: 20_000, atOnce: 64) },
        session: { try await getWithSession(hello, count: 20_000, atOnce: 64) },
        curl: { try curl(["\(hello)?[1-20000]", "-o", "/dev/null", "--parallel", "--parallel-max", "64"]) }),
      Comparison(
        "download", "ms for \(size >> 20) MB", per: 1 / 1e3,
        ours: { try await download(big, size) },
        session: { try await downloadWithSession(big, size) },
        curl: { try curl([big, "-o", "/dev/null"]) }),
      Comparison(
        "upload", "ms for \(size >> 20) MB", per: 1 / 1e3,
        ours: { try await upload(size, to: stored) },
        session: { try await uploadWithSession(file, to: stored) },
        curl: { try curl(["-T", file, stored, "-o", "/dev/null"]) }),
    ]
    for comparison in comparisons where name == nil || name == comparison.name { try await comparison.run() }
  }

  struct Comparison {
    typealias Work = () async throws -> Void

    let name: String
    private let unit: String
    private let scale: Double
    private let ways: [Work]

    /// - Parameter scale: By what seconds are divided, for the unit.
    init(
      _ name: String, _ unit: String, per scale: Double, ours: @escaping Work, session: @escaping Work,
      curl: @escaping Work
    ) {
      self.name = name
      self.unit = unit
      self.scale = scale
      ways = [ours, session, curl]
    }

    func run() async throws {
      var times: [[Double]] = [[], [], []]
      for _ in 0..<5 {
        for (index, way) in ways.enumerated() {
          let begin = ContinuousClock.now
          try await way()
          times[index].append((ContinuousClock.now - begin) / .seconds(1) / scale)
        }
      }
      let medians = times.map { $0.sorted()[$0.count / 2] }
      print(
        String(
          format: "%@: %.1f %@, URLSession %.1f, curl program %.1f", name, medians[0], unit, medians[1],
          medians[2]))
    }
  }

  enum Trouble: Error { case wrongAnswer, curl(Int32) }

  // MARK: SignalsHTTP

  private func makeClient(_ connections: Int) -> HTTPClient {
    var options = HTTPOptions()
    options.proxy = ""
    options.connectionsPerHost = connections
    return HTTPClient(options)
  }

  private func get(_ url: String, count: Int, atOnce limit: Int) async throws {
    let (client, request) = (makeClient(limit), HTTPRequest(url))
    let right = SignalProducer<Int, HTTPError>(0..<count)
      .flatMap(.concurrent(limit: limit)) { _ in client.data(for: request) }
      .filter { $0.status == 200 && $0.body.count == 5 }.count()
    if try await right.firstValue() != count { throw Trouble.wrongAnswer }
  }

  private func download(_ url: String, _ size: Int) async throws {
    let total = makeClient(1).bytes(of: HTTPRequest(url)).reduce(0) { $0 + $1.count }
    if try await total.firstValue() != size { throw Trouble.wrongAnswer }
  }

  private func upload(_ size: Int, to url: String) async throws {
    let piece = [UInt8](repeating: 0, count: 64 << 10)
    let pieces = SignalProducer<[UInt8], Never>.repeating(piece).prefix(size / piece.count)
    let request = HTTPRequest(url, method: "PUT", body: .stream(pieces, length: size))
    let status = try await makeClient(1).data(for: request).firstValue()?.status ?? 0
    if ![201, 204].contains(status) { throw Trouble.wrongAnswer }
  }

  // MARK: URLSession

  private func makeSession(_ connections: Int) -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = connections
    return URLSession(configuration: configuration)
  }

  private func getWithSession(_ url: String, count: Int, atOnce limit: Int) async throws {
    let (session, url) = (makeSession(limit), URL(string: url)!)
    defer { session.invalidateAndCancel() }
    let right = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<limit {
        group.addTask {
          var right = 0
          for _ in 0..<(count / limit) {
            let (data, response) = try await session.data(from: url)
            if (response as? HTTPURLResponse)?.statusCode == 200, data.count == 5 { right += 1 }
          }
          return right
        }
      }
      return try await group.reduce(0, +)
    }
    if right != count / limit * limit { throw Trouble.wrongAnswer }
  }

  private func downloadWithSession(_ url: String, _ size: Int) async throws {
    let session = makeSession(1)
    defer { session.invalidateAndCancel() }
    if try await session.data(from: URL(string: url)!).0.count != size { throw Trouble.wrongAnswer }
  }

  private func uploadWithSession(_ file: String, to url: String) async throws {
    let session = makeSession(1)
    defer { session.invalidateAndCancel() }
    var request = URLRequest(url: URL(string: url)!)
    request.httpMethod = "PUT"
    let response = try await session.upload(for: request, fromFile: URL(filePath: file)).1
    if ![201, 204].contains((response as? HTTPURLResponse)?.statusCode) { throw Trouble.wrongAnswer }
  }

  // MARK: The curl program

  private func curl(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["curl", "--silent", "--fail", "--noproxy", "*"] + arguments
    // Bodies, where one file is named for many URLs.
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw Trouble.curl(process.terminationStatus) }
  }
#endif
