/* Allocation in the stack frame of the calling function. */
#ifndef _SYMTOOL_ALLOCA_H
#define _SYMTOOL_ALLOCA_H

#include <stddef.h>

#undef alloca
#define alloca(size) __builtin_alloca(size)

#endif
