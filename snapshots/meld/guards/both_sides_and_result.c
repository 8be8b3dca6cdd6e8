// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// entry: f
// After both sides under guards, the select chooses the value of the side that is taken.
int f(signed char c) {
  int r = 1;
  if (c > 3)
    for (int k = 0; k < 2; k++) r = r * 2;
  else
    for (int k = 0; k < 3; k++) r = r + c;
  return r;
}
