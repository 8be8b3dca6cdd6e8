// run: check
// A call of a function before its declaration.
int main(void) {
    return twice(2);
}
int twice(int x) {
    return 2 * x;
}
