// The strategy after `--cdse` (without `=`) was read as the name of a file, without a hint to write `--cdse=guide`.
// run: --cdse guide
// exit: 2
// has: --cdse=guide
int main(void) { return 0; }
