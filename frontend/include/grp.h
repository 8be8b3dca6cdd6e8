/* Groups (POSIX) with Linux's layout. */
#ifndef _SYMTOOL_GRP_H
#define _SYMTOOL_GRP_H

#include <sys/types.h>

struct group {
    char *gr_name;
    char *gr_passwd;
    gid_t gr_gid;
    char **gr_mem;
};

struct group *getgrnam(const char *name);
struct group *getgrgid(gid_t id);
struct group *getgrent(void);
void setgrent(void);
void endgrent(void);
int initgroups(const char *user, gid_t group);
int setgroups(size_t count, const gid_t *groups);
int getgrouplist(const char *user, gid_t group, gid_t *groups, int *count);

#endif
