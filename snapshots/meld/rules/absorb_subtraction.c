// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A subtraction is absorbed with the subtrahend 0.
int f(char c, int x, int y) { return c > 'a' ? x - y : x; }
