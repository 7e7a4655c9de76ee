import Board
import Signals

/// pipe → map → filter, for the size of it.
@main struct Smallest {
  static func main() {
    let (button, press) = Signal<Int32, Never>.pipe()
    button.map { $0 &* 2 }.filter { $0 > 3 }.observeValues { board_light($0 > 4) }
    for number in 1...3 { press.send(Int32(number)) }
  }
}
