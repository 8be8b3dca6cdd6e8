// run: explore --canonical-inputs
// options: --sym-stdin 1
// --sym-stdin makes standard input consist of symbolic bytes.
#include <stdio.h>
int main(void) {
    int c = getchar();
    return c == 'y' ? 1 : getchar() == EOF ? 2 : 3;
}
