// run: simplify, explore --cfmse=speculative
// run: simplify, explore --cfmse
// entry: f
// A load that fails only where the original does not run it is spurious: its location is put on the ignore list.
int t[4];
int f(unsigned n) {
  int sum = 0;
  if (n > 4) return 0;
  for (unsigned i = 0; i < 5; i++)
    if (i < n) sum += t[i];
  return sum;
}
