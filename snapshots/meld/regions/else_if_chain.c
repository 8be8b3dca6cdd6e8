// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// A chain of else-if branches is melded from the last to the first.
int f(char c) {
  int r;
  if (c < 'a') r = 10;
  else if (c < 'k') r = 20;
  else if (c < 'z') r = 30;
  else r = 40;
  return r;
}
