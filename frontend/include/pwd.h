/* Users (POSIX) with Linux's layout. */
#ifndef _SYMTOOL_PWD_H
#define _SYMTOOL_PWD_H

#include <sys/types.h>

struct passwd {
    char *pw_name;
    char *pw_passwd;
    uid_t pw_uid;
    gid_t pw_gid;
    char *pw_gecos;
    char *pw_dir;
    char *pw_shell;
};

struct passwd *getpwnam(const char *name);
struct passwd *getpwuid(uid_t id);
struct passwd *getpwent(void);
void setpwent(void);
void endpwent(void);

#endif
