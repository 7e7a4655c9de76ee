#if !hasFeature(Embedded)

  extension Property: CustomStringConvertible {
    /// The name and the value, which is computed if it has to be. Nothing depends on what is read here.
    public var description: String { "Property(\(node.nameAndValue))" }
  }

  extension MutableProperty: CustomStringConvertible {
    /// The name and the value. Nothing depends on what is read here.
    public var description: String { "MutableProperty(\(node.nameAndValue))" }
  }

  extension ValidatingProperty: CustomStringConvertible {
    /// The name, the value that has been accepted, and what was refused since.
    public var description: String {
      Frame.untracked {
        let last = result.value
        let refused = last.isInvalid ? ", refused \(last.proposed)" : ""
        return "ValidatingProperty(\(readOnly.node.nameAndValue)\(refused))"
      }
    }
  }

  extension PropertyNode {
    fileprivate var nameAndValue: String {
      if let frame = Frame.current, frame.frame(computing: record) != nil { return "\(name), being computed" }
      return Frame.untracked { "\(name) = \(value)" }
    }
  }

#endif
