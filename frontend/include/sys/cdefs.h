/* Macros for declarations that are valid in C and C++. */
#ifndef _SYMTOOL_SYS_CDEFS_H
#define _SYMTOOL_SYS_CDEFS_H

#define __BEGIN_DECLS
#define __END_DECLS
#define __P(parameters) parameters
#define __CONCAT(a, b) a##b
#define __STRING(x) #x

#endif
