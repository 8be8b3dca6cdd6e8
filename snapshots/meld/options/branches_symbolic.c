// run: ssa, melds
// run: ssa, melds --cfmse-branches symbolic
// entry: f
// By default, branches on conditions that may depend on an input are melded.
int f(char c, int x) {
  int n = 3;
  if (n > 2) x = x ^ 1;
  if (c > 'a') x = x ^ 2;
  for (int i = 0; i < 2; i++) {
    if (c > i) x = x * 3;
    if (i == 1) x = x + 7;
  }
  return x;
}
