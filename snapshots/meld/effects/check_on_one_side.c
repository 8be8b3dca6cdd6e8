// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// run: simplify, explore --cfmse
// entry: f
// A check on one side gets the condition of the side as guard.
int f(char c, unsigned x, unsigned y) { return c > 'a' ? x / y : 0; }
