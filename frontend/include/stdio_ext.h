/* Stream state (glibc). */
#ifndef _SYMTOOL_STDIO_EXT_H
#define _SYMTOOL_STDIO_EXT_H

#include <stdio.h>

size_t __fbufsize(FILE *file);
size_t __fpending(FILE *file);
int __freading(FILE *file);
int __fwriting(FILE *file);
int __freadable(FILE *file);
int __fwritable(FILE *file);
int __flbf(FILE *file);
void __fpurge(FILE *file);

#endif
