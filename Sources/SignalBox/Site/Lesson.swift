/// A page that runs: an idea, and diagrams to try it with.
struct Lesson {
  /// What its page is called in the address.
  let name: String
  let title: String
  let parts: [Part]

  enum Part {
    /// Markdown.
    case text(String)
    /// The expression of an example of `Catalogue.lessons`.
    case figure(String)
  }

  var path: String { "learn/\(name).html" }
}

extension Lesson {
  static let all = [
    Lesson(
      name: "push-and-pull", title: "Push and pull",
      parts: [
        .text(
          """
          The same source, observed twice: from the beginning, and six seconds later. Pulled, as a `SignalProducer`, it is work that
          begins with each start: the second observer misses nothing, and what it receives has begun with it. The row called `again`
          is that second run.
          """),
        .figure("pushedAndPulled"),
        .text(
          """
          Pushed, as a `Signal`, it sends whether or not it is observed: there is one run, and the second observer has missed what
          was before. Write an operator into the expression, as in `pushedAndPulled.retry(1)`, and an `x` at the end of the diagram:
          what has ended cannot be pulled again if it was pushed.

          On the page of each operator the second diagram is there where the two differ.
          """),
      ]),
    Lesson(
      name: "diamond", title: "The diamond",
      parts: [
        .text(
          """
          One number, its double and its triple, and the sum of both: it is always five times the number. With streams the two ways
          do not arrive at once: between the double of the new number and its triple there is a sum of new and old, which was never
          true.

          ```swift
          let double = numbers.map { $0 * 2 }
          let triple = numbers.map { $0 * 3 }
          double.combineLatest(with: triple).map { $0 + $1 }
          ```
          """),
        .figure("diamondOfStreams"),
        .text(
          """
          Properties are computed from a consistent snapshot: each change shows once, and right.

          ```swift
          let double = Property { number.value * 2 }
          let triple = Property { number.value * 3 }
          let sum = Property { double.value + triple.value }
          ```
          """),
        .figure("diamondOfProperties"),
        .text("A property has a value from the beginning: here 0, before the first number."),
      ]),
    Lesson(
      name: "one-moment", title: "One moment",
      parts: [
        .text(
          """
          Two properties that belong together: a number and its double. Their sum is three times the number. Where one is set after
          the other, there is a moment between the two, and what is computed from both shows it: the new number with the old double.

          ```swift
          let sum = Property { number.value + double.value }
          number.value = 2
          double.value = 4
          ```
          """),
        .figure("setOneByOne"),
        .text(
          """
          A transaction sets both at once: there is no moment between them, for no observer and for no other thread.

          ```swift
          transaction {
            number.value = 2
            double.value = 4
          }
          ```
          """),
        .figure("setInOneTransaction"),
        .text(
          """
          That holds for all that a closure reads, while it runs, and whatever other threads set meanwhile: where `items` and
          `selected` are only ever set together, `Property { items.value[selected.value] }` is never out of range. Its values are
          those of one moment (rule R8 of the [contract](../Contract.html)).
          """),
      ]),
    Lesson(
      name: "back-pressure", title: "Back-pressure",
      parts: [
        .text(
          """
          Eight numbers, and an observer that is busy for three seconds with each: it requests a pause meanwhile. A source that can
          wait does: a number is made when it is taken, and none waits anywhere.
          """),
        .figure("numbers(taken: 3)"),
        .text(
          "What comes by itself cannot wait: the same observer receives it while it is busy, whatever it requests."
        ),
        .figure("taken(every: 3)"),
        .text(
          """
          [`buffer`](../operators/buffer-onOverflow.html) stands between the two. It holds what comes during a pause, up to a limit
          that has to be written, here two, and says what becomes of the rest: here the oldest value makes room.
          """),
        .figure("takenFromBuffer(every: 3)"),
      ]),
  ]
}

extension Site {
  func page(of lesson: Lesson) throws(SiteError) -> SitePage {
    var content = ""
    var text = ""
    for part in lesson.parts {
      switch part {
      case .text(let markdown):
        content += Markdown(markdown) { $0 }.html
        text += markdown.replacing("`", with: "") + " "
      case .figure(let expression):
        guard let shown = Catalogue.examples.last(where: { $0.example.expression == expression }) else {
          throw SiteError("the catalogue has no lesson \(expression)")
        }
        content += figure(shown, try Self.drawing(shown.example, of: shown.entry))
      }
    }
    var page = SitePage(path: lesson.path, title: lesson.title, content: content)
    page.sections = [Markdown.Section(title: lesson.title, anchor: "", text: text)]
    return page
  }

  var lessonLinks: [String] { Lesson.all.map { "<a href=\"\($0.path)\">\($0.title)</a>" } }

  var lessonList: String {
    "<h2>Pages that run</h2><ul class=\"list\">\(lessonLinks.map { "<li>\($0)</li>" }.joined())</ul>"
      + "<h2>Documents</h2>"
  }
}
