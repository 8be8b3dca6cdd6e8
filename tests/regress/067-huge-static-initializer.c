// An initializer of a distant element of a static variable took gigabytes of memory.
// run:
// exit: 1
// has: error
char big[1 << 30] = {[(1 << 30) - 1] = 1};
int main(void) { return big[0]; }
