#if HTTP
  import SignalsHTTP

  extension HTTPError.Cause {
    /// The name of the case.
    var kind: String { Mirror(reflecting: self).children.first?.label ?? "\(self)" }

    var status: Int? { if case .status(let head) = self { head.status } else { nil } }
  }
#endif
