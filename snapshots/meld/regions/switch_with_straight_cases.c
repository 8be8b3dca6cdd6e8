// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// A switch with straight-line cases becomes a chain of branches, which are melded.
int f(char c, int x) {
  switch (c) {
    case 'a': x = x + 1; break;
    case 'b': x = x ^ 6; break;
    default: x = 0;
  }
  return x;
}
