// run: simplify, meld-steps
// entry: f
// A load on the else side gets the negated condition as guard.
int f(char c, int *p, int x) { return c > 'a' ? x : *p; }
