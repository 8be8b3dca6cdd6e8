// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// run: simplify, explore --cfmse
// entry: f
// check: overflow, shift
// Checks of different kinds are not shared.
int f(char c, int x, int y) { return c > 'a' ? x + y : x << y; }
