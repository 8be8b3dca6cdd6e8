/* sysconf (POSIX): the limits of Linux and of symtool's machine, which has one processor and 4 GB of memory. */
void __symtool_unsupported(const char *what);
int getdtablesize(void);

enum { POSIX_VERSION = 200809, MEMORY_PAGES = 1 << 20 };

long sysconf(int name)
{
    switch (name) {
    case 0: return 2097152;  /* _SC_ARG_MAX: a quarter of the usual limit of the stack, 8 MB */
    case 2: return 100;      /* _SC_CLK_TCK */
    case 3: return 65536;    /* _SC_NGROUPS_MAX */
    case 4: return getdtablesize(); /* _SC_OPEN_MAX */
    case 7:
    case 8: return 1;        /* _SC_JOB_CONTROL, _SC_SAVED_IDS */
    case 16:
    case 19:
    case 29: return POSIX_VERSION; /* _SC_MAPPED_FILES, _SC_MEMORY_PROTECTION, _SC_VERSION */
    case 30: return 4096;    /* _SC_PAGESIZE */
    case 36: return 99;      /* _SC_BC_BASE_MAX */
    case 43: return 2048;    /* _SC_LINE_MAX */
    case 44: return 32767;   /* _SC_RE_DUP_MAX */
    case 60: return 1024;    /* _SC_IOV_MAX */
    case 69:
    case 70: return 1024;    /* _SC_GETGR_R_SIZE_MAX, _SC_GETPW_R_SIZE_MAX */
    case 71: return 256;     /* _SC_LOGIN_NAME_MAX */
    case 72: return 32;      /* _SC_TTY_NAME_MAX */
    case 83:
    case 84: return 1;       /* _SC_NPROCESSORS_CONF, _SC_NPROCESSORS_ONLN */
    case 85:
    case 86: return MEMORY_PAGES; /* _SC_PHYS_PAGES, _SC_AVPHYS_PAGES */
    case 149: return POSIX_VERSION; /* _SC_MONOTONIC_CLOCK */
    case 173: return -1;     /* _SC_SYMLOOP_MAX: no fixed limit */
    case 180: return 64;     /* _SC_HOST_NAME_MAX */
    default: __symtool_unsupported("this limit of sysconf"); return -1;
    }
}
