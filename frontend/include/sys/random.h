/* Random bytes (Linux). */
#ifndef _SYMTOOL_SYS_RANDOM_H
#define _SYMTOOL_SYS_RANDOM_H

#include <sys/types.h>

#define GRND_NONBLOCK 1
#define GRND_RANDOM 2
#define GRND_INSECURE 4

ssize_t getrandom(void *to, size_t size, unsigned flags);
int getentropy(void *to, size_t size);

#endif
