// run: simplify, meld-steps
// entry: f
// Each load of a chain is aligned after the load of its address.
int f(char c, int ***p, int x) { return c > 'a' ? ***p + x : ***p - x; }
