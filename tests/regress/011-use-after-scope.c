// A variable used after its block had ended was not a failure.
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
