// run: simplify, melds
// entry: f
// A case that falls through to the next case is not straight-line code with the common end.
int f(char c, int x) {
  switch (c) {
    case 'a': x = x + 1;
    case 'b': x = x ^ 6; break;
    default: x = 0;
  }
  return x;
}
