// An array had the length of its initializer, although an earlier declaration gives a larger length.
// gcc: same
int printf(const char *, ...);

extern int a[4];
int a[] = {1, 2};

int main(void)
{
    printf("%zu %d\n", sizeof a, a[0] + a[1] + a[2] + a[3]);
    return 0;
}
