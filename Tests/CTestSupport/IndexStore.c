#include "CTestSupport.h"

// Apple's systems have the library, but this is compiled for others as well.
#if defined(__linux__) || defined(__APPLE__)

#include <dlfcn.h>

// As far as it is used here, what the library of the toolchain declares (indexstore/indexstore.h).
typedef struct {
  const char *data;
  size_t length;
} string_ref;

typedef struct {
  void *(*store_create)(const char *path, void **error);
  void (*store_dispose)(void *store);
  bool (*units_apply)(void *store, unsigned sorted, void *context, bool (*applier)(void *, string_ref));
  void *(*unit_create)(void *store, const char *unit, void **error);
  void (*unit_dispose)(void *unit);
  string_ref (*unit_module)(void *unit);
  bool (*dependencies_apply)(void *unit, void *context, bool (*applier)(void *, void *));
  int (*dependency_kind)(void *dependency);
  string_ref (*dependency_name)(void *dependency);
  string_ref (*dependency_path)(void *dependency);
  void *(*record_create)(void *store, const char *record, void **error);
  void (*record_dispose)(void *record);
  bool (*occurrences_apply)(void *record, void *context, bool (*applier)(void *, void *));
  void *(*occurrence_symbol)(void *occurrence);
  uint64_t (*occurrence_roles)(void *occurrence);
  string_ref (*symbol_usr)(void *symbol);
  string_ref (*symbol_name)(void *symbol);
} functions;

static bool load(functions *library, const char *path) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return false;
  struct {
    void **function;
    const char *name;
  } all[] = {
    {(void **)&library->store_create, "indexstore_store_create"},
    {(void **)&library->store_dispose, "indexstore_store_dispose"},
    {(void **)&library->units_apply, "indexstore_store_units_apply_f"},
    {(void **)&library->unit_create, "indexstore_unit_reader_create"},
    {(void **)&library->unit_dispose, "indexstore_unit_reader_dispose"},
    {(void **)&library->unit_module, "indexstore_unit_reader_get_module_name"},
    {(void **)&library->dependencies_apply, "indexstore_unit_reader_dependencies_apply_f"},
    {(void **)&library->dependency_kind, "indexstore_unit_dependency_get_kind"},
    {(void **)&library->dependency_name, "indexstore_unit_dependency_get_name"},
    {(void **)&library->dependency_path, "indexstore_unit_dependency_get_filepath"},
    {(void **)&library->record_create, "indexstore_record_reader_create"},
    {(void **)&library->record_dispose, "indexstore_record_reader_dispose"},
    {(void **)&library->occurrences_apply, "indexstore_record_reader_occurrences_apply_f"},
    {(void **)&library->occurrence_symbol, "indexstore_occurrence_get_symbol"},
    {(void **)&library->occurrence_roles, "indexstore_occurrence_get_roles"},
    {(void **)&library->symbol_usr, "indexstore_symbol_get_usr"},
    {(void **)&library->symbol_name, "indexstore_symbol_get_name"},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (!(*all[i].function = dlsym(handle, all[i].name))) return false;
  return true;
}

typedef struct {
  functions library;
  void *store;
  const char *module;
  void *context;
  index_visitor visit;
  string_ref file;
} reading;

static const char *copied(string_ref text, char *buffer, size_t size) {
  if (text.length >= size) return NULL;
  memcpy(buffer, text.data, text.length);
  buffer[text.length] = 0;
  return buffer;
}

static bool readOccurrence(void *context, void *occurrence) {
  reading *it = context;
  void *symbol = it->library.occurrence_symbol(occurrence);
  string_ref usr = it->library.symbol_usr(symbol), name = it->library.symbol_name(symbol);
  uint64_t roles = it->library.occurrence_roles(occurrence);
  it->visit(it->context, it->file.data, it->file.length, usr.data, usr.length, name.data, name.length,
            roles & 2, roles & 4);
  return true;
}

static bool readDependency(void *context, void *dependency) {
  enum { record = 2 };
  reading *it = context;
  char name[1024];
  if (it->library.dependency_kind(dependency) != record) return true;
  if (!copied(it->library.dependency_name(dependency), name, sizeof name)) return true;
  void *reader = it->library.record_create(it->store, name, NULL);
  if (!reader) return true;
  it->file = it->library.dependency_path(dependency);
  it->library.occurrences_apply(reader, it, readOccurrence);
  it->library.record_dispose(reader);
  return true;
}

static bool readUnit(void *context, string_ref unit) {
  reading *it = context;
  char name[1024];
  if (!copied(unit, name, sizeof name)) return true;
  void *reader = it->library.unit_create(it->store, name, NULL);
  if (!reader) return true;
  string_ref module = it->library.unit_module(reader);
  if (module.length == strlen(it->module) && !memcmp(module.data, it->module, module.length))
    it->library.dependencies_apply(reader, it, readDependency);
  it->library.unit_dispose(reader);
  return true;
}

bool index_read(const char *library, const char *store, const char *module, void *context, index_visitor visit) {
  reading it = {.module = module, .context = context, .visit = visit};
  if (!load(&it.library, library)) return false;
  it.store = it.library.store_create(store, NULL);
  if (!it.store) return false;
  it.library.units_apply(it.store, 0, &it, readUnit);
  it.library.store_dispose(it.store);
  return true;
}

#else

bool index_read(const char *library, const char *store, const char *module, void *context, index_visitor visit) {
  return false;
}

#endif
