/* stpcpy (POSIX): strcpy that returns the end of the copy. */
char *stpcpy(char *to, const char *from)
{
    while ((*to = *from) != 0) {
        to++;
        from++;
    }
    return to;
}
