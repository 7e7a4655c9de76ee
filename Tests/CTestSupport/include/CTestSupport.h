// What has to happen before the tests begin, and so before any code in Swift: see Parallelism.c. And what Swift cannot call,
// because it is loaded when the tests run and returns structures: see IndexStore.c.
#ifndef C_TEST_SUPPORT_H
#define C_TEST_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// An occurrence of a symbol in a file. The texts do not end with a zero.
typedef void (*index_visitor)(
  void *context, const char *file, size_t fileLength, const char *usr, size_t usrLength, const char *name,
  size_t nameLength, bool isDefinition, bool isReference);

/// Reads the index that the compiler wrote of a module.
///
/// Returns false if there is no such library or index.
bool index_read(const char *library, const char *store, const char *module, void *context, index_visitor visit);

#endif
