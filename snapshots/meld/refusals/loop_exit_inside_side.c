// run: simplify, melds
// entry: f
// A side with a return from a loop continues at two places, so it cannot run under a guard.
int f(char c, int x) {
  if (c > 'a')
    for (int i = 0; i < 4; i++) {
      x = x * 3;
      if (i == 2) goto out;
    }
  x = x + 1;
out:
  return x;
}
