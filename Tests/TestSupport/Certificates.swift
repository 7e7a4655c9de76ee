import Foundation
import Testing

/// Two authorities, and certificates by the one that is called `right`, made with `openssl`: `server` for 127.0.0.1 and ::1,
/// `other` for another name, `client`, and `old`, which is out of date; `foreign` is by the other one. Files in PEM, with the
/// keys beside them.
package struct Certificates: Sendable {
  private let folder: TemporaryFolder

  package init() throws {
    folder = try TemporaryFolder()
    for authority in ["right", "wrong"] {
      try openssl(
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=\(authority)", "-keyout", path("\(authority).key"), "-out", path("\(authority).pem"))
    }
    try make("server", alternatives: "IP:127.0.0.1,IP:::1")
    try make("other", alternatives: "DNS:elsewhere.example")
    try make("client", alternatives: "DNS:client")
    try make("old", alternatives: "IP:127.0.0.1", days: -1)
    try make("foreign", alternatives: "IP:127.0.0.1", by: "wrong")
  }

  package func path(_ name: String) -> String { folder.url.appending(path: name).path }

  private func make(
    _ name: String, alternatives: String, days: Int = 2, by authority: String = "right"
  ) throws {
    try openssl(
      "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=\(name)",
      "-keyout", path("\(name).key"), "-out", path("\(name).csr"))
    try folder.write("\(name).ext", "subjectAltName=\(alternatives)\n")
    try openssl(
      "x509", "-req", "-days", "\(days)", "-in", path("\(name).csr"), "-CA", path("\(authority).pem"),
      "-CAkey", path("\(authority).key"), "-CAcreateserial", "-extfile", path("\(name).ext"), "-out",
      path("\(name).pem"))
  }

  private func openssl(_ arguments: String...) throws {
    let answer = try CompiledProgram.run(URL(filePath: "/usr/bin/env"), ["openssl"] + arguments, seconds: 60)
    try #require(answer.status == 0, "\(answer.errors)")
  }
}
