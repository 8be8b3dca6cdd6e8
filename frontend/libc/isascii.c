/* isascii (POSIX): a 7-bit character. */
int isascii(int c)
{
    return (unsigned)c < 128u;
}
