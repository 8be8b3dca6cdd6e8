/* Waiting for processes (POSIX): declared only, so that a call is reported with its source location. */
#ifndef _SYMTOOL_SYS_WAIT_H
#define _SYMTOOL_SYS_WAIT_H

#include <sys/types.h>

#define WNOHANG 1
#define WUNTRACED 2
#define WEXITSTATUS(status) (((status) & 0xff00) >> 8)
#define WTERMSIG(status) ((status) & 0x7f)
#define WSTOPSIG(status) WEXITSTATUS(status)
#define WIFEXITED(status) (WTERMSIG(status) == 0)
#define WIFSIGNALED(status) (((signed char)(WTERMSIG(status) + 1) >> 1) > 0)
#define WIFSTOPPED(status) (((status) & 0xff) == 0x7f)

pid_t wait(int *status);
pid_t waitpid(pid_t process, int *status, int options);

#endif
