#define _GNU_SOURCE
#include "SystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>
// Not every C library has it, nor the function that takes it.
#if !defined(RWF_NOWAIT)
#define RWF_NOWAIT 8
#endif
#endif

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

// Only in programs that have SignalsFoundation.
__attribute__((weak)) void signals_begin_inspector(const char *value);

// Before `main`, so that what the program starts first is recorded.
__attribute__((constructor)) static void begin_inspector(void) {
  const char *value = getenv("SIGNALS_INSPECT");
  if (value && signals_begin_inspector) signals_begin_inspector(value);
}

int signals_is_user_side_of_terminal(int descriptor) {
#if defined(__linux__)
  char name[128];
  return ptsname_r(descriptor, name, sizeof(name)) == 0;
#else
  return 0;
#endif
}

int signals_is_shut_for_reading(int descriptor) {
#if defined(__linux__)
  // The other one is set only where the socket is shut for both.
  short shut = POLLHUP | POLLRDHUP;
#else
  short shut = POLLHUP;
#endif
  struct pollfd entry = {.fd = descriptor, .events = shut};
  return poll(&entry, 1, 0) > 0 && (entry.revents & shut) != 0;
}

ssize_t signals_read_now(int descriptor, void *bytes, size_t size) {
  struct stat status;
  if (fstat(descriptor, &status) != 0) return -1;
  if (S_ISSOCK(status.st_mode)) return recv(descriptor, bytes, size, MSG_DONTWAIT);
#if defined(SYS_preadv2)
  // Not of a file: there it would fail where the disk has to be waited for.
  if (S_ISFIFO(status.st_mode)) {
    struct iovec room = {bytes, size};
    ssize_t count = syscall(SYS_preadv2, descriptor, &room, 1L, -1L, -1L, (long)RWF_NOWAIT);
    if (count >= 0 || (errno != ENOSYS && errno != EOPNOTSUPP && errno != EPERM)) return count;
  }
#endif
  return read(descriptor, bytes, size);
}

int signals_count_of_waiting_bytes(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 ? count : 0;
}

// The descriptor that each signal is written to.
static _Atomic int reported_to[NSIG];

// Calls only what may be called while any other code is interrupted. A full pipe holds the same news already.
static void report(int number) {
  int code = errno;
  unsigned char byte = (unsigned char)number;
  ssize_t written = write(atomic_load(&reported_to[number]), &byte, 1);
  (void)written;
  errno = code;
}

int signals_report_signal(int number, int descriptor) {
  struct sigaction before, action = {0};
  atomic_store(&reported_to[number], descriptor);
  if (number == SIGHUP || number == SIGTSTP) {
    if (sigaction(number, NULL, &before) != 0) return -1;
    if (before.sa_handler == SIG_IGN) return 0;
  }
  action.sa_handler = report;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  return sigaction(number, &action, NULL);
}

void signals_keep_ended_children(void) {
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) != 0) return;
  if (action.sa_handler != SIG_IGN && (action.sa_flags & SA_NOCLDWAIT) == 0) return;
  // What is not handled has no effect by default either.
  if (action.sa_handler == SIG_IGN) action.sa_handler = SIG_DFL;
  action.sa_flags &= ~SA_NOCLDWAIT;
  sigaction(SIGCHLD, &action, NULL);
}

int signals_wait_for_news(pid_t child) {
  siginfo_t news;
  while (1) {
    if (waitid(P_PID, child, &news, WEXITED | WSTOPPED | WCONTINUED | WNOWAIT) != 0) {
      if (errno == EINTR) continue;
      return 0;
    }
    if (news.si_code != CLD_STOPPED && news.si_code != CLD_CONTINUED) return 0;
    // Taken, so that the next wait is for the next. It may have changed since, or other code may have taken it.
    news.si_pid = 0;
    if (waitid(P_PID, child, &news, WSTOPPED | WCONTINUED | WNOHANG) == 0 && news.si_pid != 0)
      return news.si_code == CLD_CONTINUED ? SIGCONT : news.si_status;
  }
}

#if defined(__APPLE__)

extern char ***_NSGetEnviron(void);

char **signals_environment(void) { return *_NSGetEnviron(); }

int signals_spawn_with_standard_streams_only(posix_spawn_file_actions_t *actions, short *flags) {
  int code = 0;
  *flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO && code == 0; stream++)
    code = posix_spawn_file_actions_addinherit_np(actions, stream);
  return code;
}

#else

extern char **environ;

char **signals_environment(void) { return environ; }

// Other C libraries than glibc do not have the macro that tells its version.
#if defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 34)
#define SIGNALS_CAN_CLOSE_FROM 1
#endif
#endif

int signals_spawn_with_standard_streams_only(posix_spawn_file_actions_t *actions, short *flags) {
  (void)flags;
#if defined(SIGNALS_CAN_CLOSE_FROM)
  return posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
#else
  (void)actions;
  return 0;
#endif
}

#endif

int signals_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder) {
  return posix_spawn_file_actions_addchdir_np(actions, folder);
}
