// A static variable of a block shared the storage of a static variable in another block.
// gcc: same
#include <stdio.h>
static int next(int which) {
    if (which) {
        static int n = 10;
        return n++;
    } else {
        static int n = 20;
        return n++;
    }
}
int main(void) {
    int a = next(0), b = next(1), c = next(0), d = next(1);
    printf("%d %d %d %d\n", a, b, c, d);
    return 0;
}
