// `--cdse guide` took the strategy for the name of a file without a hint.
// run: --cdse guide
// exit: 2
// has: --cdse=guide
int main(void) { return 0; }
