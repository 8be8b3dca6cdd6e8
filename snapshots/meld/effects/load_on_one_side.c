// run: simplify, meld-steps
// entry: f
// A load on one side gets the condition of the side as guard.
int f(char c, int *p, int x) { return c > 'a' ? *p : x; }
