// A structure passed by value to the entry function had a symbolic address in place of symbolic members.
// run: --entry area
// exit: 10
// has: assert
#include <assert.h>
struct size { int w, h; };
int area(struct size s) {
    assert(s.w != 12345);
    return s.w * s.h;
}
