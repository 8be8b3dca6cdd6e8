/* __errno_location: returns the address of errno. In glibc's headers, the macro errno calls this function. */
extern int errno;

int *__errno_location(void)
{
    return &errno;
}
