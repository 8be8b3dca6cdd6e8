/* The traditional header of malloc and its family. */
#ifndef _SYMTOOL_MALLOC_H
#define _SYMTOOL_MALLOC_H

#include <stdlib.h>

size_t malloc_usable_size(void *block);

#endif
