// run: explore --cdse
// Globals and the variables of `main` have the same addresses in the search and in a concrete run. So the difference of
// pointers to two of these objects is supported.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
int first, second[4];

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int local = 0;
    int *p = x < 10 ? &first : x < 20 ? &local : &second[x & 3];
    long distance = p - second;
    if (x >= 20)
        assert(distance == (x & 3));
    if (x < 10)
        assert(distance < 0);
    return (int)(distance != 0);
}
