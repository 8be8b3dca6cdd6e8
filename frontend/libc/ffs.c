/* ffs (POSIX): the number, from 1, of the least significant bit that is set; 0 for 0. */
int ffs(int n)
{
    for (int i = 0; i < 32; i++)
        if ((unsigned)n >> i & 1)
            return i + 1;
    return 0;
}
