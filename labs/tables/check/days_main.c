#include <klee/klee.h>

int days(int month);

int main(void) {
  int month;
  klee_make_symbolic(&month, sizeof month, "month");
  int found = days(month);
  klee_assert((month != 1) | (found == 28)); // month 1 has 28 days
  int is_short = (month == 3) | (month == 5) | (month == 8) | (month == 10);
  klee_assert(!is_short | (found == 30)); // the months 3, 5, 8 and 10 have 30 days
  int is_month = (month >= 0) & (month <= 11);
  klee_assert(!is_month | (month == 1) | is_short | (found == 31)); // the other months have 31 days
  klee_assert(is_month | (found == 0));                             // every number that is no month gives 0
  return 0;
}
