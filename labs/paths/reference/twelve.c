#include <klee/klee.h>

int main(void) {
  int a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  int result = 0;
  if (a < 0)
    result = 1;
  else if (a == 0)
    result = 2;
  switch (b) {
  case 1:
    return result + 10;
  case 2:
    return result + 20;
  case 3:
    return result + 30;
  default:
    return result;
  }
}
