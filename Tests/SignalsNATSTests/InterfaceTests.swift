#if NATS
  import TestSupport
  import Testing

  @Suite(.mayBlock) struct InterfaceTests {
    @Test func isAsCommitted() throws { #expect(try PublicInterface(of: "SignalsNATS").differences() == []) }
  }
#endif
