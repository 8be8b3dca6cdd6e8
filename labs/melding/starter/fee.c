#include <klee/klee.h>

int main(void) {
  int amount, fee, total;
  klee_make_symbolic(&amount, sizeof amount, "amount");
  if (amount > 100) {
    fee = 5;
    total = amount + 5;
  } else {
    fee = 2;
    total = amount + 2;
  }
  klee_assert(total - fee == amount);
  return 0;
}
