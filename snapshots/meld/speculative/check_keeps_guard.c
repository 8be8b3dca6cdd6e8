// run: simplify, meld-steps=speculative
// run: simplify, cfmse=speculative, check-equivalent
// run: simplify, explore --cfmse=speculative
// entry: f
// A check on one side has a guard in speculative mode, too.
unsigned f(char c, unsigned x, unsigned y) { return c > 'a' ? x / y : 0; }
