// `--check uninit` treated `(void)x` as a read of x.
// run: --check uninit
// exit: 0
int main(void) {
    int x;
    (void)x;
    return 0;
}
