// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Stores of different sizes at one address are not shared.
union { int i; char b; } u;
int f(char c, int x) {
  if (c > 'a') u.i = x; else u.b = x;
  return u.i;
}
