/* sysconf (POSIX) for the limits that have one value in symtool. */
void __symtool_unsupported(const char *what);

long sysconf(int name)
{
    switch (name) {
    case 2: return 100;   /* _SC_CLK_TCK */
    case 30: return 4096; /* _SC_PAGESIZE */
    case 70: return 1024; /* _SC_GETPW_R_SIZE_MAX */
    case 83:
    case 84: return 1; /* _SC_NPROCESSORS_CONF, _SC_NPROCESSORS_ONLN */
    default: __symtool_unsupported("this limit of sysconf"); return -1;
    }
}
