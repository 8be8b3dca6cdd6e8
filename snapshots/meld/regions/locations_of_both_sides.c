// run: simplify, cfmse, locs
// entry: f
// A merged instruction has the source locations of both sides.
int f(char c, int x) {
  int r;
  if (c == 'a')
    r = x * 3;
  else
    r = x * 5;
  return r;
}
