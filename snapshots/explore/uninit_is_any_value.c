// run: explore --verify
// Without the check `uninit`, memory that was never set has any value, which is the same at each read.
#include <assert.h>
int main(void) {
    int n;
    int first = n;
    assert(first == n);
    return n > 5;
}
