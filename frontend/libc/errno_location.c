/* The accessor of errno in the headers of C libraries. */
extern int errno;

int *__errno_location(void)
{
    return &errno;
}
