// An unknown `mode` attribute was ignored.
// run:
// exit: 1
// has: error
typedef int odd __attribute__((mode(ZZ)));
int main(void) { return sizeof(odd); }
