// A program with a call of an undefined function in a function that is never called must be accepted.
// run:
// exit: 0
// has: VERIFIED
int not_modelled(int);
int dead(int x) { return not_modelled(x); }
int main(void) { return 0; }
