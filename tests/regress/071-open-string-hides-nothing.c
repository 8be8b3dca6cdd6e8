// An unterminated string hid errors in other functions.
// run:
// exit: 1
// has: :6:12
int f(void) {
    return "abc;
}
int main(void) {
    return y;
}
