/* Feature test macros have no effect: the headers always declare the whole library. */
#ifndef _SYMTOOL_FEATURES_H
#define _SYMTOOL_FEATURES_H

#include <sys/cdefs.h>

#define __GNUC_PREREQ(major, minor) ((__GNUC__ << 16) + __GNUC_MINOR__ >= ((major) << 16) + (minor))

#endif
