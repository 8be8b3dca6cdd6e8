// `--merge` with several threads is not supported and must be rejected.
// run: --merge=static --threads 2
// exit: 2
// has: --threads
int main(void) { return 0; }
