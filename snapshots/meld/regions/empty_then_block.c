// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// A then side without instructions is a side of its own; its value is selected.
int f(char c, int x) {
  if (c == 'a') ; else x = 7;
  return x;
}
