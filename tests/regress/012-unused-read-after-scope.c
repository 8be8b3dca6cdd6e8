// Removing an unused read hid that its variable no longer existed.
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
