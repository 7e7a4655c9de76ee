#if HTTP
  /// The header fields of a request or a response, or trailers, in the order of the message. Upper and lower case make no
  /// difference in names.
  public struct HTTPFields: Hashable, Sendable {
    /// A name and a value, as they stand in the message. A value that is not UTF-8 is taken for Latin-1.
    public struct Field: Hashable, Sendable {
      /// Its name, in whatever case.
      public var name: String
      /// Its value.
      public var value: String

      /// A field; whether it can be sent shows when the request is.
      public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
      }
    }

    /// All of them. A name may come more than once.
    public var all: [Field]

    /// Fields in this order.
    public init(_ all: [Field] = []) { self.all = all }

    /// The values of a field, joined by a comma where there are several; nil if there are none. What is set takes the place of
    /// all fields with the name.
    public subscript(name: String) -> String? {
      get {
        let values = values(of: name)
        return values.isEmpty ? nil : values.joined(separator: ", ")
      }
      set {
        all.removeAll { $0.isNamed(name) }
        if let newValue { all.append(Field(name, newValue)) }
      }
    }

    /// The values of all fields with a name, such as `Set-Cookie`, which must not be joined.
    public func values(of name: String) -> [String] {
      all.filter { $0.isNamed(name) }.map(\.value)
    }
  }

  extension HTTPFields: ExpressibleByDictionaryLiteral {
    /// Fields as they are written.
    public init(dictionaryLiteral elements: (String, String)...) {
      self.init(elements.map { Field($0, $1) })
    }
  }

  extension HTTPFields.Field {
    fileprivate func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
  }
#endif
