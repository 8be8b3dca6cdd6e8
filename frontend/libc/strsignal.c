/* strsignal (POSIX): the name of a signal. */
int snprintf(char *to, unsigned long size, const char *format, ...);

static const char *const texts[] = {
    0,
    "Hangup",
    "Interrupt",
    "Quit",
    "Illegal instruction",
    "Trace/breakpoint trap",
    "Aborted",
    "Bus error",
    "Floating point exception",
    "Killed",
    "User defined signal 1",
    "Segmentation fault",
    "User defined signal 2",
    "Broken pipe",
    "Alarm clock",
    "Terminated",
    "Stack fault",
    "Child exited",
    "Continued",
    "Stopped (signal)",
    "Stopped",
    "Stopped (tty input)",
    "Stopped (tty output)",
    "Urgent I/O condition",
    "CPU time limit exceeded",
    "File size limit exceeded",
    "Virtual timer expired",
    "Profiling timer expired",
    "Window changed",
    "I/O possible",
    "Power failure",
    "Bad system call",
};

char *strsignal(int number)
{
    static char unknown[40];
    if (number > 0 && number < (int)(sizeof texts / sizeof *texts))
        return (char *)texts[number];
    if (number >= 34 && number <= 64)
        snprintf(unknown, sizeof unknown, "Real-time signal %d", number - 34);
    else
        snprintf(unknown, sizeof unknown, "Unknown signal %d", number);
    return unknown;
}
