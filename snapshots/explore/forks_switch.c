// run: explore --canonical-inputs
// A switch has one path for each feasible case, also if two cases share their code, and one for the default.
#include <klee/klee.h>
int main(void) {
    switch (klee_range(0, 5, "x")) {
    case 0:
    case 1:
        return 10;
    case 2:
        return 12;
    case 9:
        return 19;
    default:
        return 99;
    }
}
