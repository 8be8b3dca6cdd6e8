/* ffs, ffsl, ffsll (POSIX): the number, from 1, of the least significant bit that is set; 0 for 0. */
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
