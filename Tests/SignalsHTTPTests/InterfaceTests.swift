#if HTTP
  import TestSupport
  import Testing

  @Suite(.mayBlock) struct InterfaceTests {
    @Test func isAsCommitted() throws { #expect(try PublicInterface(of: "SignalsHTTP").differences() == []) }
  }
#endif
