// run: simplify, melds
// run: simplify, melds --cfmse-loads-symbolic
// entry: f
// A value that is computed from a load, also through block parameters, counts as loaded.
int t[2] = {1, 2};
int f(int x) {
  int sum = 0;
  for (int i = 0; i < 2; i++) sum = sum + t[i];
  if (sum * 2 == 6) x = x ^ 1;
  return x;
}
