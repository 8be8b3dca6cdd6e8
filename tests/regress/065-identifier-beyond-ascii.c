// Identifiers with letters outside ASCII were rejected.
// gcc: same
#include <stdio.h>
int main(void) {
    int größe = 3;
    printf("%d\n", größe);
    return 0;
}
