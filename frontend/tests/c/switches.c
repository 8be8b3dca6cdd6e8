/* switch: fallthrough, ranges, Duff's device, nesting, unusual bodies, every integer type. */
#include <stdio.h>
static int classify(int c) {
    switch (c) {
    case '0' ... '9': return 1;
    case 'a' ... 'z':
    case 'A' ... 'Z': return 2;
    case -5: c = 7; /* falls through */
    case 1000 ... 100000: return c;
    default: break;
    case ' ': return 3;
    }
    return 0;
}
static void copy(char *to, const char *from, int count) {
    int n = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}
static int wide(unsigned long v) {
    switch (v) {
    case 0xffffffffffffffff: return 1;
    case 1ul << 40: return 2;
    default: return 3;
    }
}
static int small(signed char c) {
    switch (c) {
    case -1: return 10;
    case 255: return 20;
    }
    return 30;
}
static int nested(int a, int b) {
    int r = 0;
    for (int i = 0; i < 3; i++) {
        switch (a) {
        case 1:
            switch (b) { case 1: r += 1; break; default: r += 2; continue; }
            r += 100;
            break;
        default: r += 1000;
        }
        if (r > 150) break;
    }
    return r;
}
int main(void) {
    const char *text = "q7 Z-";
    for (; *text; text++) printf("%d", classify(*text));
    printf(" %d %d %d\n", classify(-5), classify(5000), classify(100001));
    char buffer[16] = "";
    copy(buffer, "hello world", 12);
    printf("%s\n", buffer);
    printf("%d %d %d %d %d\n", wide(-1), wide(1ul << 40), wide(0), small(-1), small(5));
    printf("%d %d %d\n", nested(1, 1), nested(1, 2), nested(2, 2));
    switch (3) case 3: printf("bare\n");
    switch (text[0]) { int skipped; case 0: skipped = 4; printf("%d\n", skipped); }
    return 0;
}
