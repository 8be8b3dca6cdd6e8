// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// After the first meld, the join continues the head block, and the next branch is melded there.
int f(char c, char d, int x) {
  if (c > 'a') x = x ^ 1;
  if (d > 'b') x = x ^ 2;
  return x;
}
