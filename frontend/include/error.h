/* Error messages (glibc). */
#ifndef _SYMTOOL_ERROR_H
#define _SYMTOOL_ERROR_H

extern unsigned error_message_count;
extern int error_one_per_line;
extern void (*error_print_progname)(void);

void error(int status, int number, const char *format, ...);
void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...);

#endif
