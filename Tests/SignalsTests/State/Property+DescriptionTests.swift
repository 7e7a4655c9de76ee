import Signals
import Testing

@Suite struct PropertyDescriptionTests {
  @Test func saysNameAndValue() {
    let price = MutableProperty(20, name: "price")
    #expect("\(price)" == "MutableProperty(price = 20)")
    #expect("\(price.map { $0 + 1 })" == "Property(price = 21)")
    #expect("\(price.readOnly)" == "Property(price = 20)")
    price.value = 5
    #expect("\(price)" == "MutableProperty(price = 5)")
  }

  @Test func saysThePlaceOfOneWithoutAName() {
    let property = MutableProperty("a", fileID: "Shop/Cart.swift", line: 3)
    #expect("\(property)" == "MutableProperty(Shop/Cart.swift:3 = a)")
  }

  @Test func saysWhatAValidatingPropertyHasRefused() {
    let age = ValidatingProperty<Int, Oops>(1, name: "age") { $0 < 0 ? .invalid(Oops()) : .valid }
    #expect("\(age)" == "ValidatingProperty(age = 1)")
    age.value = -3
    #expect("\(age)" == "ValidatingProperty(age = 1, refused -3)")
    age.value = 4
    #expect("\(age)" == "ValidatingProperty(age = 4)")
  }

  @Test func addsNoDependency() {
    let (price, name, runs) = (MutableProperty(1), MutableProperty("a", name: "name"), Log<String>())
    let total = Property {
      runs.add("\(name)")
      return price.value
    }
    total.producer.startWithValues { _ in }
    name.value = "b"
    #expect(runs.entries == ["MutableProperty(name = a)"])
    price.value = 2
    #expect(runs.entries.last == "MutableProperty(name = b)")
  }

  @Test func isSaidInATransaction() {
    let price = MutableProperty(1, name: "price")
    let double = price.map { $0 * 2 }
    transaction {
      price.value = 4
      #expect("\(price), \(double)" == "MutableProperty(price = 4), Property(price = 8)")
    }
  }

  @Test func isSaidByAnObserver() {
    let (price, log) = (MutableProperty(1, name: "price"), Log<String>())
    price.producer.startWithValues { _ in log.add("\(price)") }
    price.value = 2
    #expect(log.entries == ["MutableProperty(price = 1)", "MutableProperty(price = 2)"])
  }

  @Test func isSaidByItsOwnComputation() {
    final class Holder: @unchecked Sendable { var total: Property<Int>? }
    let (holder, price, log) = (Holder(), MutableProperty(1), Log<String>())
    holder.total = Property(name: "total") {
      if let total = holder.total { log.add("\(total)") }
      return price.value
    }
    #expect(holder.total?.value == 1)
    #expect(log.entries == ["Property(total, being computed)"])
    holder.total = nil
  }
}
