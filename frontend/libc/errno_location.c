/* errno as the headers of C libraries name it. */
extern int errno;

int *__errno_location(void)
{
    return &errno;
}
