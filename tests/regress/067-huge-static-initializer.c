// An initializer that reaches far into a static variable took gigabytes.
// run:
// exit: 1
// has: error
char big[1 << 30] = {[(1 << 30) - 1] = 1};
int main(void) { return big[0]; }
