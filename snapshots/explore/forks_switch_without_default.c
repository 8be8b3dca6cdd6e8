// run: explore --canonical-inputs
// A switch whose cases cover all feasible values has no path for the default.
#include <klee/klee.h>
int main(void) {
    switch (klee_range(0, 3, "x")) {
    case 0: return 10;
    case 1: return 11;
    case 2: return 12;
    }
    return 99;
}
