// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// A side with a loop inside a side with a loop is guarded first; may_be gets both guards.
int f(char c, char d, int x) {
  if (c > 'a') {
    for (int k = 0; k < 2; k++) x = x * 3;
    if (d > 'b')
      for (int k = 0; k < 2; k++) x = x + 5;
  }
  return x;
}
