// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Complements of two values become the complement of the selected value.
int f(char c, int x, int y) { return c > 'a' ? ~x : ~y; }
