// run: check
// A text that does not fit into its array.
#include <string.h>
int main(void) {
    char a[5];
    strcpy(a, "hello");
    return a[0];
}
