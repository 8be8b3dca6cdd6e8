/* explicit_bzero (BSD, GNU): writes zeros that compilers do not remove. */
void *memset(void *s, int c, unsigned long n);

void explicit_bzero(void *s, unsigned long n)
{
    memset(s, 0, n);
}
