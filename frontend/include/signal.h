/* Signals (C11 7.14): declared only; a signal is never raised by itself. */
#ifndef _SYMTOOL_SIGNAL_H
#define _SYMTOOL_SIGNAL_H

typedef int sig_atomic_t;
typedef void (*__symtool_handler)(int);

#define SIG_DFL ((__symtool_handler)0)
#define SIG_IGN ((__symtool_handler)1)
#define SIG_ERR ((__symtool_handler)-1)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17

__symtool_handler signal(int number, __symtool_handler handler);
int raise(int number);

#endif
