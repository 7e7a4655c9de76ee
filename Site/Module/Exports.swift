import SignalsMarbles

// What a page can call. Texts go in and out as UTF-8: the page writes them one after the other to where `input` says, and reads
// the answer at `output`. The module has one thread.

nonisolated(unsafe) private var input: UnsafeMutablePointer<UInt8>?
nonisolated(unsafe) private var answer: [UInt8] = []

/// Room for so many bytes, until the next call.
@_expose(wasm, "input")
@_cdecl("marbles_input")
public func marblesInput(_ count: Int32) -> UnsafeMutablePointer<UInt8> {
  input?.deallocate()
  let room = UnsafeMutablePointer<UInt8>.allocate(capacity: Swift.max(1, Int(count)))
  input = room
  return room
}

/// The last answer.
@_expose(wasm, "output")
@_cdecl("marbles_output")
public func marblesOutput() -> UnsafePointer<UInt8>? { answer.withUnsafeBufferPointer { $0.baseAddress } }

/// Draws a diagram. `source` and `expression` are the lengths of the texts in the input; `source` is negative if the expression
/// begins a stream. `example` is the number of an example in the catalogue, or negative.
///
/// - Returns: The length of the answer.
@_expose(wasm, "draw")
@_cdecl("marbles_draw")
public func marblesDraw(_ example: Int32, _ source: Int32, _ expression: Int32) -> Int32 {
  let live = liveDiagram(source, expression)
  do throws(LiveDiagram.Mistake) {
    let shown = Catalogue.example(Int(example)).map { ($0.entry, $0.example) }
    return reply(LiveAnswer.text(of: try live.drawing(as: shown)))
  } catch {
    return reply(LiveAnswer.text(of: error, in: live))
  }
}

/// Changes a diagram: that at `place` of the expression, or the one beside it if `place` is negative. `change` is 0 to move the
/// mark to the step `to`, 1 to remove it, 2 to rename it to the text of length `to` that follows in the input, 3 to add a value.
///
/// - Returns: The length of the answer.
@_expose(wasm, "change")
@_cdecl("marbles_change")
public func marblesChange(
  _ source: Int32, _ expression: Int32, _ place: Int32, _ step: Int32, _ index: Int32, _ change: Int32,
  _ to: Int32
) -> Int32 {
  let kind: LiveEdit.Change =
    switch change {
    case 0: .move(to: Int(to))
    case 1: .remove
    case 2: .rename(text(from: Swift.max(0, source) + expression, to))
    default: .add
    }
  let live = liveDiagram(source, expression)
  let edit = LiveEdit(place: place < 0 ? nil : Int(place), step: Int(step), index: Int(index), change: kind)
  let (changed, mark) = live.changed(by: edit)
  return reply(LiveAnswer.text(of: changed, mark: mark))
}

private func liveDiagram(_ source: Int32, _ expression: Int32) -> LiveDiagram {
  LiveDiagram(
    source: source < 0 ? nil : text(from: 0, source), expression: text(from: Swift.max(0, source), expression)
  )
}

private func text(from start: Int32, _ count: Int32) -> String {
  let bytes = UnsafeBufferPointer(start: input.map { $0 + Int(start) }, count: Int(count))
  return String(decoding: bytes, as: UTF8.self)
}

private func reply(_ text: String) -> Int32 {
  answer = Array(text.utf8)
  return Int32(answer.count)
}
