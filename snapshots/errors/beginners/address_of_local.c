// run: check
// A function that returns the address of a local variable.
int *f(void) {
    int x = 1;
    return &x;
}
int main(void) {
    return *f();
}
