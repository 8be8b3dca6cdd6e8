// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Extensions of two bytes become the extension of the selected byte.
int f(char c, signed char x, signed char y) { return c > 'a' ? x : y; }
