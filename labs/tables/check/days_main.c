#include <klee/klee.h>

int days(int month);

int main(void) {
  int month;
  klee_make_symbolic(&month, sizeof month, "month");
  klee_assume((month >= -20) & (month <= 40));
  int found = days(month);
  klee_assert((month != 1) | (found == 28));
  int is_short = (month == 3) | (month == 5) | (month == 8) | (month == 10);
  klee_assert(!is_short | (found == 30));
  int is_month = (month >= 0) & (month <= 11);
  klee_assert(!is_month | (month == 1) | is_short | (found == 31));
  klee_assert(is_month | (found == 0));
  return 0;
}
