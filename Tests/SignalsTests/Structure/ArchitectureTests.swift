import Foundation
import Testing

/// The rules of the house that the compiler does not check.
@Suite("Architecture")
struct ArchitectureTests {
  @Test("The core imports only Synchronization, and CSignals for C")
  func imports() throws {
    for file in try SourceFile.all(in: "Sources/Signals") {
      let imports = file.lines.filter { $0.contains(#/^\s*(@\w+\s+)*(public\s+|package\s+)?import\s/#) }
      let usesC = ["CurrentThread", "CurrentThread+PropertyGraph", "Heap"].contains(file.name)
      let allowed = usesC ? "import CSignals" : "import Synchronization"
      #expect(imports.allSatisfy { $0 == allowed }, "\(file.path)")
      #expect(imports.isEmpty || Self.mayBeUnsafe(file), "\(file.path)")
    }
  }

  private static let unsafeRooms = ["Primitives", "Runtime", "PropertyGraph"]

  private static func mayBeUnsafe(_ file: SourceFile) -> Bool {
    unsafeRooms.contains { file.path.contains("/Signals/\($0)/") }
  }

  @Test("Atomics, locks and unchecked promises are in three rooms")
  func unsafety() throws {
    let banned =
      #/\bAtomic<|\bAtomicUInt64\b|\bMutex\b|\bLock\(|@unchecked|nonisolated\(unsafe\)|Unmanaged|unowned|_unsafe/#
    for file in try SourceFile.all(in: "Sources/Signals") where !Self.mayBeUnsafe(file) {
      let found = file.code.firstMatch(of: banned)?.output
      #expect(found == nil, "\(file.path)")
    }
  }

  @Test("So do those that carry values of any type through the core")
  func unsafetyOfTheDialect() throws {
    let banned = #/@unchecked|nonisolated\(unsafe\)|Unmanaged|unowned|_unsafe/#
    for file in try SourceFile.all(in: "Sources/SwiftSignalKit") where !file.path.contains("/Concurrency/") {
      let found = file.code.firstMatch(of: banned)?.output
      #expect(found == nil, "\(file.path)")
    }
  }

  @Test("So do those that stand on a client in C", arguments: ["SignalsNATS", "SignalsHTTP"])
  func unsafetyOfTheClient(module: String) throws {
    let banned =
      #/\bAtomic<|\bMutex\b|\bLock\(|@unchecked|nonisolated\(unsafe\)|Unmanaged|unowned|_unsafe|import C[A-Z]|OpaquePointer|RawPointer\b/#
    for file in try SourceFile.all(in: "Sources/\(module)") where !file.path.contains("/Client/") {
      let found = file.code.firstMatch(of: banned)?.output
      #expect(found == nil, "\(file.path)")
    }
  }

  @Test(
    "Every unchecked promise says why it is sound",
    arguments: unsafeRooms.map { "Signals/\($0)" } + [
      "SwiftSignalKit/Concurrency", "SignalsNATS/Client", "SignalsHTTP/Client",
    ])
  func unsafetyIsExplained(room: String) throws {
    for file in try SourceFile.all(in: "Sources/\(room)") {
      let promises = file.uncheckedPromises
      #expect(promises.count == file.code.ranges(of: "@unchecked Sendable").count, "\(file.path)")
      for promise in promises {
        let reason = promise.documentation.firstMatch(of: /(Sendable|Sound) because (.*)/)?.2
        #expect(reason != nil, "\(file.path): \(promise.type)")
        // Either about all that the type has, or naming each property that can change.
        if reason?.contains(/^(it|everything|only)\b/) == true { continue }
        for property in promise.mutableProperties {
          let isNamed = reason?.contains("`\(property)`") == true
          #expect(isNamed, "\(file.path): what guards `\(property)` of \(promise.type)?")
        }
      }
    }
  }

  /// Release builds drop the messages of these. What a caller can get wrong goes through `require` or `fatalError`
  /// (contract X1); a `preconditionFailure` is for states that cannot be. The audit of locks is for debug builds only.
  @Test("No message for a caller gets lost in release builds")
  func messages() throws {
    for file in try SourceFile.all(in: "Sources") where !file.path.hasSuffix("Signals/Primitives/Lock.swift")
    {
      #expect(!file.code.contains(#/\b(precondition|assert|assertionFailure)\(/#), "\(file.path)")
    }
  }

  /// In release builds of Swift 6.3 such a loop makes one pass, whatever the length of the pack: the optimiser sees
  /// that no element is used and drops the pack. So what counts goes through the elements.
  @Test(
    "No loop over a parameter pack leaves its elements unused",
    arguments: ["Sources", "Tests", "Benchmarks", "Examples"])
  func packLoops(folder: String) throws {
    for file in try SourceFile.all(in: folder) {
      #expect(!file.code.contains(#/for _ in\s+repeat\b/#), "\(file.path)")
    }
  }

  /// What is compiled in the module of a program knows the types of its values. Elsewhere each value takes thousands of
  /// instructions, which look up types.
  @Test(
    "Operators are compiled in the module that uses them",
    arguments: [
      "Sources/Signals/Stages", "Sources/Signals/Joins", "Sources/Signals/Sharing", "Sources/PushPull",
      "Sources/SwiftSignalKit/Functions",
    ])
  func inlinable(folder: String) throws {
    // What prints, and what is generic over no value.
    let exempt = ["Log", "RetryPolicy"]
    let declaration =
      #/^ *((@\w+(\([^)]*\))? )*)public ((static|consuming|convenience) )*(func|init|subscript)\b/#
    for file in try SourceFile.all(in: folder) where !exempt.contains(file.name) {
      for (line, before) in zip(file.lines.dropFirst(), file.lines) where line.contains(declaration) {
        #expect(line.contains("@inlinable") || before.contains("@inlinable"), "\(file.path): \(line)")
      }
    }
  }

  /// The compiler drops a documentation comment that another comment follows.
  @Test("A documentation comment stands right before its declaration")
  func documentation() throws {
    for file in try SourceFile.all(in: "Sources") {
      let lines = file.lines.map { $0.drop { $0 == " " } }
      for (line, next) in zip(lines, lines.dropFirst()) where line.hasPrefix("///") {
        #expect(next.hasPrefix("///") || !next.hasPrefix("//"), "\(file.path): \(next)")
      }
    }
  }

  /// A sentence about an unnamed person does not say whether the caller, the observer or the source acts. Nor does a
  /// word that no other library has.
  @Test(
    "Comments and documents say who acts",
    arguments: ["Sources", "Tests", "Documentation", "Benchmarks", "Examples", "Fuzzing", "Stress", "."])
  func words(folder: String) throws {
    let banned =
      #/\b((who|some|no|any|every)(ever|body)|manieth|last words|knock(s|ed)?|newcomers?|errands?|afterthoughts?)\b/#
      .ignoresCase()
    for file in try SourceFile.all(in: folder, types: ["swift", "md"]) where file.name != "ArchitectureTests"
    {
      #expect(!file.text.contains(banned), "\(file.path)")
    }
  }

  /// An observer is notified or receives, a thread enqueues, waits or requests, a source is attached.
  @Test("Comments of the core use the terms of the field")
  func terms() throws {
    let banned =
      #/\b(tells?|told|hears?|heard|speaks?|asks?|asked|wants?|wanted|listens?|forgets?|forgotten)\b/#
      .ignoresCase()
    for file in try SourceFile.all(in: "Sources/Signals") {
      for comment in file.lines where comment.contains("//") {
        #expect(!comment.contains(banned), "\(file.path): \(comment)")
      }
    }
  }

  /// As comments do. Names of C have capitals only.
  @Test("Names use the terms of the field")
  func termsOfNames() throws {
    let banned =
      #/(who|some|no|any|every)(ever|body)|tells?|told|telling|hears?|heard|hearing|speaks?|asks?|asked|asking|wants?|wanted|forgets?|forgotten|forgetting|knocks?|knocked|newcomers?|errands?|afterthoughts?/#
    for file in try SourceFile.all(in: "Sources") {
      for name in Set(file.names) {
        let words = name.matches(of: #/[A-Z]?[a-z]+/#).map { $0.0.lowercased() }
        #expect(!words.contains { $0.wholeMatch(of: banned) != nil }, "\(file.path): \(name)")
      }
    }
  }

  /// ThreadSanitizer sees neither the runtime's mutex nor, when a thread had to wait for it, that sections follow each
  /// other, and reports a race in the state behind it. `Guarded` says so in code that it does see.
  @Test("Tests share state behind Guarded")
  func stateOfTests() throws {
    for file in try SourceFile.all(in: "Tests") {
      #expect(!file.code.contains(#/\bMutex[<(]/#), "\(file.path)")
    }
  }

  @Test("Streams and the property graph do not use each other")
  func roomsAreSeparate() throws {
    let graph = #/\b(PropertyGraph|PropertyNode|GraphNode|GraphSnapshot|TransactionLog|Wave|Frame|Cause)\b/#
    let usesGraph = ["PropertyGraph", "State", "Actions"]
    for file in try SourceFile.all(in: "Sources/Signals")
    where !usesGraph.contains(where: { file.path.contains("/\($0)/") }) {
      #expect(!file.code.contains(graph), "\(file.path)")
    }
    let streams =
      #/\b(Gate|ObserverList|ObserverNode|Subscription|Lifetime|Message|Observer|EventStream|EventSource|Signal|SignalProducer)\b/#
    for file in try SourceFile.all(in: "Sources/Signals/PropertyGraph") {
      #expect(!file.code.contains(streams), "\(file.path)")
    }
  }

  @Test("The embedded target calls every operator and terminal")
  func embeddedUse() throws {
    let use = try SourceFile.all(in: "Sources/EmbeddedUse").map(\.code).joined()
    var count = 0
    for room in ["Stages", "Joins", "Timed", "Sharing", "State", "Terminals", "Actions"] {
      for file in try SourceFile.all(in: "Sources/Signals/\(room)") {
        for call in file.publicFunctions {
          count += 1
          let isMade = call.isMade(in: use)
          #expect(isMade, "\(file.path): \(call)")
        }
      }
    }
    #expect(count > 60)
  }

  @Test("Each operator has a test file of the same name")
  func operatorsAreTested() throws {
    let exceptions = [
      "Actions/Future+Actor": "tested with the other terminals of actors: Terminals/ActorTerminals",
      "Joins/Branches": "tested by what opens branches: Grouped, Windows; and see Branch",
      "Joins/FlattenStrategy": "only names: each strategy is tested in its FlatMap file",
      "State/Property": "tested by how it is made: Property+Creation, Property+Operators, Property+Combine",
      "State/PropertyProtocol": "the streams of a property: tested in PropertyNode+Streams",
      "Timed/Countdown": "tested by what uses it: Timeout",
      "Timed/SchedulerHolders": "for the record of what waits: tested in Diagnostics/HolderTests",
      "Timed/SchedulerQueue": "tested by what uses it: ReceiveOn, and TimeRuleTests for all of them",
      "Timed/Ticks": "not an operator: tested where it is used, first of all in Timed/Interval",
    ]
    var untested: Set<String> = []
    for room in ["Stages", "Joins", "Timed", "Sharing", "State", "Actions", "Async"] {
      let tests = try Set(SourceFile.all(in: "Tests/SignalsTests/\(room)").map(\.name))
      for file in try SourceFile.all(in: "Sources/Signals/\(room)")
      where !tests.contains(file.name + "Tests") {
        untested.insert("\(room)/\(file.name)")
      }
    }
    #expect(untested == Set(exceptions.keys))
  }

  @Test(
    "Names of tests have at most 60 characters",
    arguments: ["Tests", "Benchmarks", "Examples", "Fuzzing", "Stress"])
  func namesOfTests(folder: String) throws {
    let name = #/@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"|@Test[^{]*? func `?(\w+)/#
    for file in try SourceFile.all(in: folder) {
      for match in file.code.matches(of: name) {
        let text = match.1 ?? match.2 ?? ""
        #expect(text.count <= 60, "\(file.path): \(text)")
      }
    }
  }

  @Test("Each rule of the contract has a test that names it")
  func contractIsTested() throws {
    let contract = try SourceFile(path: "Contract.md").text
    let rules = contract.matches(of: /\*\*([A-Z]\d+a?)\*\*/).map { String($0.1) }
    #expect(rules.count == Set(rules).count)
    #expect(rules.count > 30)
    let tests = try SourceFile.all(in: "Tests").map(\.text).joined()
    let untested = rules.filter { !tests.contains("\"\($0): ") }
    #expect(untested == [])
  }
}

/// A call as it has to be written: the name and the first label.
private struct Call: CustomStringConvertible {
  let name: String
  let label: String

  var description: String { label == "_" ? "\(name)(_:)" : "\(name)(\(label):)" }

  func isMade(in code: String) -> Bool {
    if label == "_" || label.isEmpty {
      // Free functions have no dot.
      return [".\(name)(", ".\(name) {", "  \(name) {"].contains { code.contains($0) }
    }
    // A parameter with a default value may be left out.
    return code.contains(".\(name)()") || code.replacing(/\(\s+/, with: "(").contains(".\(name)(\(label):")
  }
}

/// A type that is `@unchecked Sendable`.
private struct UncheckedPromise {
  let type: String
  /// The comment right above, in one line.
  let documentation: String
  /// The stored ones.
  let mutableProperties: [String]
}

extension SourceFile {
  fileprivate var uncheckedPromises: [UncheckedPromise] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { index in
      let isPromise = lines[index].contains("@unchecked Sendable") && !lines[index].contains(/^ *\/\//)
      // The name of the type may be in a line before.
      let declared = /\b(class|struct|actor) (\w+)/
      guard isPromise, let begin = lines[...index].lastIndex(where: { $0.contains(declared) })
      else { return nil }
      let indentation = lines[begin].prefix { $0 == " " }
      let comment = lines[..<begin].reversed().prefix { $0.contains(/^ *(\/\/\/|@)/) }
      let body = lines[(index + 1)...].prefix { !$0.hasPrefix(indentation + "}") }
      let members = body.filter {
        $0.hasPrefix(indentation + "  ") && !$0.hasPrefix(indentation + "   ")
      }
      let property =
        /^ *((@\S+|private\(set\)|private|fileprivate|package|public|final) )*var (\w+)[^{]*$/
      return UncheckedPromise(
        type: String(lines[begin].firstMatch(of: declared)!.2),
        documentation: comment.reversed().map { $0.drop { " /".contains($0) } }.joined(separator: " "),
        mutableProperties: members.compactMap { $0.wholeMatch(of: property).map { String($0.3) } })
    }
  }

  /// Those that exist on embedded targets.
  fileprivate var publicFunctions: [Call] {
    code.replacing(#/#if !hasFeature\(Embedded\).*?#endif/#.dotMatchesNewlines(), with: "").matches(
      of: /public (static )?func `?(\w+)`?(<[^(]*>)?\(\s*(\w*)/
    ).map {
      Call(name: String($0.2), label: String($0.4))
    }
  }
}
