/* The name of the system (POSIX) with Linux's layout. */
#ifndef _SYMTOOL_SYS_UTSNAME_H
#define _SYMTOOL_SYS_UTSNAME_H

struct utsname {
    char sysname[65];
    char nodename[65];
    char release[65];
    char version[65];
    char machine[65];
    char domainname[65];
};

int uname(struct utsname *name);

#endif
