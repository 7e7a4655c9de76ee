// System calls that Swift does not see: extensions of the C library that it hides, and functions with a
// variable number of arguments.
#ifndef SYSTEM_CALLS_H
#define SYSTEM_CALLS_H

#include <spawn.h>
#include <sys/types.h>

/// Reads, as read(2) does, but does not wait if another reader has taken what was there: -1 and EAGAIN in errno then.
/// It may wait for a terminal, and for a pipe where the system has no other way.
ssize_t signals_read_now(int descriptor, void *bytes, size_t size);

/// How much a pipe holds; 0 if the system does not say.
int signals_count_of_waiting_bytes(int descriptor);

/// Whether it is the side of a pseudo-terminal that stands for the user.
int signals_is_user_side_of_terminal(int descriptor);

/// Whether the program has shut a socket for reading.
int signals_is_shut_for_reading(int descriptor);

/// Opens a pipe whose ends no program that is started meanwhile inherits. 0, or -1 with the cause in errno.
int signals_open_pipe(int ends[2]);

/// From here on a signal of the system does nothing but write its number, as one byte, to a descriptor that does not
/// wait and stays open. SIGHUP and SIGTSTP stay ignored if they are, as under `nohup`. 0, or -1 with the cause in errno.
int signals_report_signal(int number, int descriptor);

/// Lets the program inherit its standard streams and no other descriptor, where the C library can do that; to be called
/// after all other actions. 0, or the cause.
int signals_spawn_with_standard_streams_only(posix_spawn_file_actions_t *actions, short *flags);

/// The environment of this program, as it is now.
char **signals_environment(void);

/// From here on the system keeps how the children of this program have ended until that is waited for, also where the
/// program was started with SIGCHLD ignored. A handler of that signal stays.
void signals_keep_ended_children(void);

/// Waits for news of a child: the signal that has stopped it, SIGCONT when it goes on, 0 when it has ended or is none. A child
/// that has ended stays as it is, so that no other process gets its number.
int signals_wait_for_news(pid_t child);

/// Lets the program be started in a folder. 0, or the cause.
int signals_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder);

#endif
