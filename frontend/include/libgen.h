/* Path components (POSIX). */
#ifndef _SYMTOOL_LIBGEN_H
#define _SYMTOOL_LIBGEN_H

char *dirname(char *path);
char *__xpg_basename(char *path);
#define basename __xpg_basename

#endif
