// run: simplify, melds --cfmse-check
// run: simplify, explore --cfmse --cfmse-check
// entry: f
// With --cfmse-check, each meld is proved; a proved meld stays.
int f(char c, int x, int y) { return c > 'a' ? x * y + 1 : y * x - 1; }
