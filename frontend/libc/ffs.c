/* ffs, ffsl, ffsll (POSIX): the index, from 1, of the lowest one bit; 0 for 0. */
int ffs(int n)
{
    return __builtin_ffs(n);
}

int ffsl(long n)
{
    return __builtin_ffsl(n);
}

int ffsll(long long n)
{
    return __builtin_ffsll(n);
}
