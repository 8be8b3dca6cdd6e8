// run: explore --merge=pattern
// At the exit of a function, states with different quantifiers are not joined.
#include <klee/klee.h>
static int scan(const char *s, unsigned char kind) {
  int n = 0;
  if (kind > 9)
    while (s[n] == 'a') n++;
  else
    while (s[n] == 'b') n++;
  return n;
}
int main(void) {
  char s[5];
  unsigned char kind;
  klee_make_symbolic(s, sizeof s, "s");
  klee_make_symbolic(&kind, sizeof kind, "kind");
  s[4] = 0;
  int n = scan(s, kind);
  return n;
}
