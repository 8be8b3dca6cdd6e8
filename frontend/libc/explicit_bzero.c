/* explicit_bzero (BSD, GNU): zeros that no compiler removes. */
void *memset(void *s, int c, unsigned long n);

void explicit_bzero(void *s, unsigned long n)
{
    memset(s, 0, n);
}
