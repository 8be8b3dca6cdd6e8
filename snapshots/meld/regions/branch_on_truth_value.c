// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// A branch on a truth value itself is melded.
int f(_Bool c, int x) { return c ? x : -x; }
