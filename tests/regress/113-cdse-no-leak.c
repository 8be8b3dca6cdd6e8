// Each block is freed on some path; `--cdse` refused the check.
// run: --cdse --check leak
// exit: 0
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int c = __VERIFIER_nondet_int();
  int *p = malloc(4), *q = c ? malloc(8) : NULL;
  int *first = c & 2 ? p : q, *second = c & 2 ? q : p;
  free(first);
  if (c & 1)
    second = realloc(second, 16);
  free(second);
  return 0;
}
