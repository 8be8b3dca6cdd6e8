/* Handlers, masks and raise. */
#include "support.h"
#include <errno.h>
#include <signal.h>

static volatile sig_atomic_t seen[65];

static void note(int number)
{
    seen[number]++;
    printf("signal %d\n", number);
}

static void nested(int number)
{
    printf("nested begins\n");
    raise(number);
    raise(SIGUSR2);
    printf("nested ends\n");
}

static void informed(int number, siginfo_t *info, void *context)
{
    printf("informed %d %d\n", number, info->si_signo);
}

static void aborted(int number)
{
    printf("aborted %d\n", number);
    fflush(stdout);
}

int main(void)
{
    printf("%d\n", signal(SIGUSR1, note) == SIG_DFL);
    printf("%d\n", raise(SIGUSR1));
    printf("%d\n", raise(SIGUSR1));
    printf("%d\n", signal(SIGUSR1, SIG_IGN) == note);
    printf("%d\n", raise(SIGUSR1));
    errno = 0;
    printf("%d", signal(SIGKILL, note) == SIG_ERR);
    printf(" %d\n", errno);
    errno = 0;
    printf("%d", raise(100));
    printf(" %d\n", errno);
    printf("%d %d\n", raise(SIGCHLD), raise(SIGWINCH));

    struct sigaction action, old;
    memset(&action, 0, sizeof action);
    action.sa_handler = nested;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGUSR2);
    signal(SIGUSR2, note);
    printf("%d\n", sigaction(SIGINT, &action, &old));
    printf("%d\n", old.sa_handler == SIG_DFL);
    action.sa_handler = note;
    action.sa_flags = SA_RESETHAND;
    sigaction(SIGHUP, &action, NULL);
    raise(SIGHUP);
    sigaction(SIGHUP, NULL, &old);
    printf("%d\n", old.sa_handler == SIG_DFL);
    action.sa_sigaction = informed;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGTERM, &action, NULL);
    raise(SIGTERM);

    sigset_t set, before, waiting;
    sigfillset(&set);
    printf("%d\n", sigismember(&set, SIGTERM));
    printf("%d\n", sigdelset(&set, SIGTERM));
    printf("%d\n", sigismember(&set, SIGTERM));
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    printf("%d\n", sigprocmask(SIG_BLOCK, &set, &before));
    printf("%d\n", sigismember(&before, SIGUSR2));
    raise(SIGUSR2);
    raise(SIGUSR2);
    sigpending(&waiting);
    printf("pending %d %d\n", sigismember(&waiting, SIGUSR2), sigismember(&waiting, SIGUSR1));
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    sigprocmask(SIG_SETMASK, &before, NULL);
    printf("%d %d\n", (int)seen[SIGUSR1], (int)seen[SIGUSR2]);
    static char block[65536];
    stack_t stack = {block, 0, sizeof block}, current;
    printf("%d", sigaltstack(NULL, &current));
    printf(" %d %d", current.ss_sp == NULL, current.ss_flags);
    printf(" %d", sigaltstack(&stack, NULL));
    stack.ss_flags = 77;
    printf(" %d", sigaltstack(&stack, NULL));
    printf(" %d", errno == EINVAL);
    stack = (stack_t){block, 0, 100};
    printf(" %d", sigaltstack(&stack, NULL));
    printf(" %d", errno == ENOMEM);
    printf(" %d", sigaltstack(NULL, &current));
    printf(" %d %d %zu", current.ss_sp == block, current.ss_flags, current.ss_size);
    stack.ss_flags = SS_DISABLE;
    printf(" %d", sigaltstack(&stack, &current));
    printf(" %d", sigaltstack(NULL, &current));
    printf(" %d %d %zu\n", current.ss_sp == NULL, current.ss_flags, current.ss_size);
    errno = 0;
    printf("%d", sigprocmask(77, &set, NULL));
    printf(" %d\n", errno);
    fflush(stdout);
    signal(SIGABRT, aborted);
    abort();
}
