// An unknown merge policy names the known ones.
// run: --merge=magic
// exit: 2
// has: static
int main(void) { return 0; }
