// `__builtin_isinf` is 1 for minus infinity, not -1, which is the result of `__builtin_isinf_sign`.
// gcc: same
int printf(const char *, ...);

int main(void)
{
    volatile float f = -__builtin_inff();
    volatile double d = -__builtin_inf();
    printf("%d %d %d\n", __builtin_isinf(f), __builtin_isinf(d), __builtin_isinff(f));
    printf("%d %d\n", __builtin_isinf_sign(f), __builtin_isinf_sign(d));
    return __builtin_isinf(d * d) + 2 * __builtin_isinf(f + 1);
}
