// A `double` passed to an `int` parameter was reinterpreted as bits (undefined behavior, C11 6.5.2.2p6).
// run:
// exit: 10
// has: bad-call
// has: argument 1 must be an integer or a pointer, found `double`
int twice();
int main(void) { return twice(1.5); }
int twice(x)
int x;
{
    return 2 * x;
}
