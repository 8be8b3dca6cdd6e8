/* File name patterns (POSIX, and GNU flags). */
#ifndef _SYMTOOL_FNMATCH_H
#define _SYMTOOL_FNMATCH_H

#define FNM_PATHNAME 1
#define FNM_NOESCAPE 2
#define FNM_PERIOD 4
#define FNM_FILE_NAME FNM_PATHNAME
#define FNM_LEADING_DIR 8
#define FNM_CASEFOLD 16
#define FNM_NOMATCH 1

int fnmatch(const char *pattern, const char *name, int flags);

#endif
