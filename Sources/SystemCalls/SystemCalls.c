#define _GNU_SOURCE
#include "SystemCalls.h"

#include <fcntl.h>
#include <unistd.h>

#if defined(__linux__)

int signals_open_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

#else

int signals_open_pipe(int ends[2]) {
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
}

#endif

int signals_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder) {
  return posix_spawn_file_actions_addchdir_np(actions, folder);
}
