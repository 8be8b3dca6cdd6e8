#include <klee/klee.h>

/* Defined in mode.c. The check links this file with several variants of the function; you need not define it. */
int mode(int code, int level);

/* An assertion about mode 2, at least 100 paths with --plain, and at most 10 with --cdse. */
int main(void) {
  int code;
  klee_make_symbolic(&code, sizeof code, "code");
  mode(code, 0);
  return 0;
}
