/* The traditional header of malloc and its family. */
#ifndef _SYMTOOL_MALLOC_H
#define _SYMTOOL_MALLOC_H

#include <stdlib.h>

#define M_MXFAST 1
#define M_TRIM_THRESHOLD -1
#define M_TOP_PAD -2
#define M_MMAP_THRESHOLD -3
#define M_MMAP_MAX -4
#define M_CHECK_ACTION -5
#define M_PERTURB -6
#define M_ARENA_TEST -7
#define M_ARENA_MAX -8

size_t malloc_usable_size(void *block);
int mallopt(int parameter, int value);

#endif
