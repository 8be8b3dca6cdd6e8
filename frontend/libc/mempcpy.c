/* mempcpy (GNU): memcpy that returns the end of the copy; and bcopy, bzero (POSIX). */
void *memcpy(void *to, const void *from, unsigned long n);
void *memmove(void *to, const void *from, unsigned long n);
void *memset(void *s, int c, unsigned long n);

void *mempcpy(void *to, const void *from, unsigned long n)
{
    memcpy(to, from, n);
    return (char *)to + n;
}

void bcopy(const void *from, void *to, unsigned long n)
{
    memmove(to, from, n);
}

void bzero(void *s, unsigned long n)
{
    memset(s, 0, n);
}
