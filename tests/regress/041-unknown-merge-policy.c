// The error for an unknown merge policy lists the known policies.
// run: --merge=magic
// exit: 2
// has: static
int main(void) { return 0; }
