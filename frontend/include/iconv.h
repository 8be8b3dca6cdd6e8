/* Conversion between character sets (POSIX): no conversion is available, so iconv_open always fails. */
#ifndef _SYMTOOL_ICONV_H
#define _SYMTOOL_ICONV_H

#include <stddef.h>

typedef void *iconv_t;

iconv_t iconv_open(const char *to, const char *from);
size_t iconv(iconv_t way, char **restrict from, size_t *restrict from_left, char **restrict to,
             size_t *restrict to_left);
int iconv_close(iconv_t way);

#endif
