// run: simplify, meld-steps
// entry: f
// Loads of both sides at one address become one load.
int f(char c, int *p, int x) { return c > 'a' ? *p + x : *p ^ x; }
