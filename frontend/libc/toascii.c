/* toascii (POSIX): the low seven bits of c. */
int toascii(int c)
{
    return c & 127;
}
