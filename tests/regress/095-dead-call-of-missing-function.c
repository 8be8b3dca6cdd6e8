// A function that no run uses may call an undefined function.
// run:
// exit: 0
// has: VERIFIED
int not_modelled(int);
int dead(int x) { return not_modelled(x); }
int main(void) { return 0; }
