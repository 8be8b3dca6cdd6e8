// run: simplify, melds
// entry: f
// An input-dependent loop whose condition loads has effects in its header, so it is left.
int f(const char *s) {
  char text[4] = {s[0], s[1], s[2], 0};
  int n = 0;
  while (text[n]) n++;
  return n;
}
