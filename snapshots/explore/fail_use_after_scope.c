// run: explore --verify
// A read of a local variable after the end of its block is a failure.
int main(void) {
    int *p;
    {
        int local = 3;
        p = &local;
    }
    return *p;
}
