import TestSupport
import Testing

/// Programs as people wrote them to find out what promises do, and all that they print.
@Suite("Examples with promises", .serialized, .mayBlock) struct PromiseExampleTests {
  @Test func aPromise() throws {
    let output = try printed(
      by: """
        import Dispatch
        import SwiftSignalKit

        let promise1 = Promise<String>()

        func readTwice() {
          var promise1Value: String?
          let disposable = promise1.get().start(next: { value in
            promise1Value = value
            print("never printed: it was disposed of before there was a value")
          })
          disposable.dispose()

          var promise1Value2: String?
          promise1.get().start(next: { promise1Value2 = $0 }).dispose()
          print("promise1Value--\\(promise1Value ?? "nil") promise1Value2:\\(promise1Value2 ?? "nil")")
        }
        readTwice()

        let dispose1 = promise1.get().start(next: { print("dispose1 get1--\\($0)") })
        let dispose2 = promise1.get().start(next: { print("dispose2 get2--\\($0)") })
        print("设置值--aaa")
        promise1.set(.single("aaaa"))

        func readAgain() {
          var promise1Value3: String?
          promise1.get().start(next: { promise1Value3 = $0 }).dispose()
          print("promise1Value3:\\(promise1Value3 ?? "nil")")
        }
        readAgain()

        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().asyncAfter(deadline: .now() + 2) {
          print("设置值--bbb")
          promise1.set(.single("bbb"))
          done.signal()
        }
        done.wait()
        """)
    #expect(
      output == """
        promise1Value--nil promise1Value2:nil
        设置值--aaa
        dispose1 get1--aaaa
        dispose2 get2--aaaa
        promise1Value3:aaaa
        设置值--bbb
        dispose1 get1--bbb
        dispose2 get2--bbb

        """)
  }

  @Test func aValuePromise() throws {
    let output = try printed(
      by: """
        import SwiftSignalKit

        func testValuePromise() {
          let promise1 = ValuePromise<String>("testA", ignoreRepeated: true)
          var promise1Value: String?
          print("promise1Value: \\(promise1Value ?? "nil")")
          let promise1Dispose1 = promise1.get().start(next: { value in
            promise1Value = value
            print("promise1Dispose1-next:\\(value)")
          })
          print("promise1Value: \\(promise1Value ?? "nil")")
          promise1.set(promise1Value! + "---" + "testB")
          let promise1Dispose2 = promise1.get().start(next: { value in
            print("promise1Dispose2-next: \\(value)")
          })
          print("promise1Value: \\(promise1Value ?? "nil")")
          promise1Dispose1.dispose()
          promise1Dispose2.dispose()
        }
        testValuePromise()
        """)
    #expect(
      output == """
        promise1Value: nil
        promise1Dispose1-next:testA
        promise1Value: testA
        promise1Dispose1-next:testA---testB
        promise1Dispose2-next: testA---testB
        promise1Value: testA---testB

        """)
  }

  @Test func aValuePromiseWithoutSubscribers() throws {
    let output = try printed(
      by: """
        import SwiftSignalKit

        func testValuePromise() {
          let promise2 = ValuePromise<String>("testX", ignoreRepeated: true)
          var promise2Value: String?
          print("promise2Value: \\(promise2Value ?? "nil")")
          let promise2Dispose1 = promise2.get().start(next: { value in
            promise2Value = value
            print("promise2Dispose1-next:\\(value)")
          })
          print("promise2Value: \\(promise2Value ?? "nil")")
          promise2Dispose1.dispose()
          promise2.set(promise2Value! + "---" + "testY")
          let promise2Dispose2 = promise2.get().start(next: { value in
            print("promise2Dispose2-next: \\(value)")
          })
          print("promise2Value: \\(promise2Value ?? "nil")")
          promise2Dispose2.dispose()
        }
        testValuePromise()
        """)
    #expect(
      output == """
        promise2Value: nil
        promise2Dispose1-next:testX
        promise2Value: testX
        promise2Dispose2-next: testX---testY
        promise2Value: testX

        """)
  }

  @Test func theValueOfNow() throws {
    let output = try printed(
      by: """
        import SwiftSignalKit

        extension ValuePromise {
          var rawValue: T? {
            var value: T?
            let disposable = get().start(next: { value = $0 })
            disposable.dispose()
            return value
          }
        }

        let promise = ValuePromise("aaa", ignoreRepeated: true)
        print(promise.rawValue ?? "nil")
        promise.set(promise.rawValue! + "---" + "bbb")
        print(promise.rawValue ?? "nil")
        """)
    #expect(
      output == """
        aaa
        aaa---bbb

        """)
  }
}
