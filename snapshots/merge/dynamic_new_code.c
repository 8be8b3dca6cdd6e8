// run: explore --verify --merge=dynamic --search covnew
// run: explore --verify --merge=dynamic --search dfs
// A coverage-guided search takes precedence while it finds new code, so paths through different code are not joined as long as each covers some. The
// search `dfs` joins all of them.
#include <klee/klee.h>
static int scale(int n) { return n * 3; }
static int shift(int n) { return n << 2; }
static int clear(int n) { return n & ~1; }
static int flip(int n) { return ~n; }
int main(void) {
    int n = 1;
    n = klee_int("a") > 0 ? scale(n) : shift(n);
    if (klee_int("b") > 0)
        n = clear(n);
    else
        n = flip(n);
    switch (klee_int("c")) {
    case 1: n += 10; break;
    case 2: n -= 20; break;
    case 3: n *= 30; break;
    default: n = scale(n);
    }
    return n;
}
