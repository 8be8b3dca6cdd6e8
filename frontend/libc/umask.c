/* umask (POSIX): the file mode creation mask starts with its usual value. */
int __symtool_mask = 022;

unsigned umask(unsigned mask)
{
    unsigned old = (unsigned)__symtool_mask;
    __symtool_mask = (int)(mask & 0777);
    return old;
}
