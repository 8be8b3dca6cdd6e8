// A feasibility probability above 1 was accepted.
// run: --merge=static --qce-beta 1.5
// exit: 2
// has: expected a number from 0 to 1
int main(void) { return 0; }
