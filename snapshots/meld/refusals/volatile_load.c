// run: simplify, melds
// entry: f
// A side that loads a volatile variable is left.
volatile int port;
int f(char c, int x) {
  if (c > 'a') x = port;
  return x;
}
