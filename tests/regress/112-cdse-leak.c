// A block that is leaked on some paths; `--cdse` refused the check.
// run: --cdse --check leak
// exit: 10
// has: leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int c = __VERIFIER_nondet_int();
  int *p = 0;
  for (int i = 0; i < (c & 3); i++) {
    free(p);
    p = malloc(4);
  }
  if (c & 8)
    exit(c & 1);
  free(p);
  return 0;
}
