import Foundation
import Signals
import SignalsFoundation
import TestSupport
import Testing

@Suite struct WalkTests {
  /// Entries come from the system in pieces, and the last one of a piece ends where the piece does. (Only AddressSanitizer sees
  /// what is read behind that.)
  @Test func readsNothingBehindAnEntry() throws {
    let folder = try TemporaryFolder()
    for number in 0..<3000 { try folder.write("\(number)", "") }
    var names: Set<String> = []
    try FilePath(folder.url.path).forEachEntry { entry in names.insert(String(cString: entry.name)).inserted }
    #expect(names == Set((0..<3000).map(String.init)))
  }

  @Test("B2: a paused walk goes no further, and nothing is lost") func waitsDuringAPause() throws {
    let folder = try TemporaryFolder()
    for number in 0..<20 { try folder.write("\(number % 4)/\(number)", "1") }
    let (found, starts) = (Notes<String>(), Notes<any Disposable>())
    SignalProducer.walk([FilePath(folder.url.path)]).startWithSignal { signal, start in
      starts.add(start)
      signal.observe { event in
        found.add("\(event.map { try? $0.get().name })")
        if found.entries.count % 5 == 1 { start.pause() }
      }
    }
    #expect(found.entries.count == 1)
    for count in [6, 11, 16, 21] {
      starts.entries[0].resume()
      #expect(found.entries.count == count)
    }
    #expect(Set(found.entries).count == 21)
    #expect(found.entries.last == "completed")
  }
}
