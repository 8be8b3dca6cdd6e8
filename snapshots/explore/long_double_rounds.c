// run: explore --verify
// An operation on `long double` that is inexact in `double` makes the verdict incomplete.
int main(void) {
    volatile long double x = 1.0L;
    return x / 3.0L > 0.3L;
}
