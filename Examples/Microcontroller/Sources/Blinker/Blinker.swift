import Board
import Signals

/// What the button has done, from its interrupt.
private let buttonLevels = InterruptQueue<Bool>(capacity: 16)

/// Called by the interrupt of the button. It may do nothing of the library: the loop sends the value.
@_cdecl("on_button") func onButton(_ isDown: Bool) { buttonLevels.enqueue(isDown) }

@main struct Blinker {
  static func main() {
    let loop = LoopScheduler()

    // The contacts of a button bounce for some milliseconds. Each press starts or stops the blinking.
    let (levels, level) = Signal<Bool, Never>.pipe()
    let presses = levels.debounce(for: .milliseconds(20), on: loop).removeDuplicates().filter { $0 }
    let isBlinking = presses.scan(true) { isBlinking, _ in !isBlinking }.stored(initial: true)
    isBlinking.producer.startWithValues { print($0 ? "blinking" : "at rest") }

    isBlinking.producer
      .flatMap(.latest) { isBlinking in
        isBlinking
          ? SignalProducer<Int, Never>.interval(every: .milliseconds(250), on: loop).map { $0 % 2 == 0 }
          : SignalProducer(value: false)
      }
      .removeDuplicates()
      .startWithValues { board_light($0) }

    // A reading every 50 ms; what is shown is the average of eight, when it changes.
    SignalProducer<Int, Never>.interval(every: .milliseconds(50), on: loop)
      .map { _ in Int(board_reading()) }
      .chunks(ofCount: 8, step: 1)
      .filter { $0.count == 8 }
      .map { $0.reduce(0, +) / 8 }
      .removeDuplicates()
      .startWithValues { print("average \($0)") }

    // A global is made when it is used first: before there are interrupts, because memory is allocated.
    while buttonLevels.dequeue() != nil {}
    board_start()
    while true {
      loop.advance(to: .milliseconds(Int(board_milliseconds())))
      while let isDown = buttonLevels.dequeue() { level.send(isDown) }
      // Here and nowhere else: a program whose loop stands still is started again.
      board_feed_watchdog()
      board_sleep()
    }
  }
}
