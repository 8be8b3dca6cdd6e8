// A use of a variable after the end of its block was not reported.
// run:
// exit: 10
// has: use-after-scope
int main(void) {
    int *p;
    {
        int x = 3;
        p = &x;
    }
    return *p;
}
