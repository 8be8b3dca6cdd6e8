// `--cdse` ignored `--max-instructions`: a search in nested loops went on for minutes.
// run: --cdse --max-instructions 2000000
// exit: 20
// has: stopped by the instruction limit (--max-instructions)
unsigned char __VERIFIER_nondet_uchar(void);
int a[8] = {3, 1, 4, 1, 5, 9, 2, 6}, n;

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar() & 15, y = __VERIFIER_nondet_uchar() & 15;
    for (int i = 0; i < (x & 6); i++)
        for (int j = 0; j < (y & 6); j++)
            for (int k = 0; k < (x & 6); k++)
                a[y & 7] = j;
    for (int i = 0; i < (y & 6); i++) {
        n = 8 % (n + 2);
        a[n] = 2;
        while (n > 0 && a[n & 7] != 1) n--;
        n += 2;
    }
    return a[x & 7] & 3;
}
