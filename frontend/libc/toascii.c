/* toascii (POSIX): the low seven bits. */
int toascii(int c)
{
    return c & 127;
}
