// run: check
// A path without a return.
int f(int x) {
    if (x > 0)
        return 1;
}
int main(void) {
    return f(-1);
}
