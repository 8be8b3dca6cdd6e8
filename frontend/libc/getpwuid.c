/* getpwuid, getpwnam, getgrgid, getgrnam (POSIX): the user who runs the program, and the user's group, are the only ones. */
int strcmp(const char *a, const char *b);
unsigned getuid(void);
unsigned getgid(void);

struct passwd {
    char *pw_name, *pw_passwd;
    unsigned pw_uid, pw_gid;
    char *pw_gecos, *pw_dir, *pw_shell;
};

struct group {
    char *gr_name, *gr_passwd;
    unsigned gr_gid;
    char **gr_mem;
};

static struct passwd *user(void)
{
    static struct passwd it = {"user", "x", 0, 0, "", "/", "/bin/sh"};
    it.pw_uid = getuid();
    it.pw_gid = getgid();
    return &it;
}

static struct group *group(void)
{
    static char *members[1];
    static struct group it = {"user", "x", 0, members};
    it.gr_gid = getgid();
    return &it;
}

struct passwd *getpwuid(unsigned id)
{
    return id == getuid() ? user() : 0;
}

struct passwd *getpwnam(const char *name)
{
    return strcmp(name, "user") == 0 ? user() : 0;
}

struct group *getgrgid(unsigned id)
{
    return id == getgid() ? group() : 0;
}

struct group *getgrnam(const char *name)
{
    return strcmp(name, "user") == 0 ? group() : 0;
}
