// run: ssa, melds --cfmse-branches symbolic-loops
// run: ssa, cfmse --cfmse-branches symbolic-loops, check-equivalent
// entry: f
// With --cfmse-branches symbolic-loops, branches in loops of their function are melded if they depend on an input.
int f(char c, int x) {
  int n = 3;
  if (n > 2) x = x ^ 1;
  if (c > 'a') x = x ^ 2;
  for (int i = 0; i < 2; i++) {
    if (c > i) x = x * 3;
    if (i == 1) x = x + 7; // Its condition does not depend on an input.
  }
  return x;
}
