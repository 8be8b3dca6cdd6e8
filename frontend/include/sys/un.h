/* Addresses of sockets in the file system (POSIX) with Linux's layout. */
#ifndef _SYMTOOL_SYS_UN_H
#define _SYMTOOL_SYS_UN_H

#include <string.h>
#include <sys/socket.h>

struct sockaddr_un {
    sa_family_t sun_family;
    char sun_path[108];
};

#define SUN_LEN(address) (2 + strlen((address)->sun_path))

#endif
