// run: simplify, melds
// entry: f
// A side is left if the end of its loop depends on a load that a guard of 0 would change.
int t[4] = {1, 1, 0, 0};
int u;
int f(char c, int x) {
  if (c > 'a')
    for (int i = 0; t[i]; i++) u = i;
  return u;
}
