// `--merge` with several threads has to be refused, not run wrongly.
// run: --merge=static --threads 2
// exit: 2
// has: --threads
int main(void) { return 0; }
