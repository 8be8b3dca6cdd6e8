// run: explore --canonical-inputs
// Of the inputs with one name, the first has this name, and the later ones get the suffixes _1, _2, … in the order in which the path creates them.
#include <klee/klee.h>
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += klee_range(i, i + 1, "n");
    return sum;
}
