// run: simplify, melds
// run: simplify, melds --cfmse-loads-symbolic
// entry: f
// With --cfmse-loads-symbolic, a branch on a loaded value is melded, although no input is stored there.
int flag = 1;
int f(int x) {
  if (flag) x = x ^ 1;
  return x;
}
