// run: simplify, melds
// entry: f
// A side that stores to a volatile variable is left.
volatile int port;
int f(char c, int x) {
  if (c > 'a') port = x;
  return x;
}
