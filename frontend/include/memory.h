/* The traditional name of string.h. */
#ifndef _SYMTOOL_MEMORY_H
#define _SYMTOOL_MEMORY_H

#include <string.h>

#endif
