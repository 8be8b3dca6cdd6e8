// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Loads of one pointer are aligned first; then the accesses through it are one access.
struct s { int *to; } s;
int f(char c, int x) {
  int cell = 0;
  s.to = &cell;
  if (c > 'a') *s.to = x; else *s.to = 7;
  return cell;
}
