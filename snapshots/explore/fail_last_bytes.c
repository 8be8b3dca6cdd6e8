// run: explore --verify
// An access of four bytes fails if its last byte is outside the object.
#include <klee/klee.h>
int main(void) {
    char a[8] = {0};
    int i = klee_range(3, 6, "i");
    return *(int *)(a + i);
}
