/* perror (C11 7.21.10.4): a message about errno. */
extern int errno;
int printf(const char *format, ...);
char *strerror(int number);

void perror(const char *s)
{
    if (s != 0 && *s != 0)
        printf("%s: ", s);
    printf("%s\n", strerror(errno));
}
