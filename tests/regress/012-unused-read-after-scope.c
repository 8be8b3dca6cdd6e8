// Removing an unused read of a variable hid that the variable's lifetime had ended.
// run:
// exit: 10
// has: use-after-scope
int main(void) {
    int *p;
    {
        int x = 3;
        p = &x;
    }
    (void)*(volatile int *)p;
    return 0;
}
