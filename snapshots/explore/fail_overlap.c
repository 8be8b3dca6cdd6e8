// run: explore --verify
// A memcpy between overlapping ranges is a failure; adjacent ranges are not.
#include <klee/klee.h>
#include <string.h>
int main(void) {
    char a[8] = "abcdefg";
    memcpy(a + klee_range(3, 5, "i"), a, 4);
    return 0;
}
