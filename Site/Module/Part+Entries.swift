extension Part {
  /// Empty if the module was linked without this part.
  var entries: [Operator] {
    if linked.isEmpty { addLinkedParts() }
    return linked[self] ?? []
  }
}

// Each link has a function of its own that adds its parts, in Site/Runtime/page.c. What no function refers to is left out: an
// entry with all that it uses.

nonisolated(unsafe) private var linked: [Part: [Operator]] = [:]

@_extern(c, "page_add_linked_parts") private func addLinkedParts()

@_cdecl("page_add_creation") public func addCreation() { linked[.creation] = Catalogue.creation }

@_cdecl("page_add_stages") public func addStages() { linked[.stages] = Catalogue.stages }

@_cdecl("page_add_joins") public func addJoins() { linked[.joins] = Catalogue.joins }

@_cdecl("page_add_flattening") public func addFlattening() { linked[.flattening] = Catalogue.flattening }

@_cdecl("page_add_timed") public func addTimed() { linked[.timed] = Catalogue.timed }

@_cdecl("page_add_sharing") public func addSharing() { linked[.sharing] = Catalogue.sharing }

@_cdecl("page_add_lessons") public func addLessons() { linked[.lessons] = Catalogue.lessons }
