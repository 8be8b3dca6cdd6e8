/* Bit-fields: signedness, widths, promotion, adjacent fields, updates. */
#include <stdio.h>
#include <string.h>
struct flags { unsigned a : 3; int b : 5; unsigned c : 24; signed char d : 2; _Bool e : 1; unsigned long f : 40; };
struct __attribute__((packed)) tight { unsigned a : 7; unsigned b : 13; unsigned long c : 37; char d; };
union overlay { struct { unsigned low : 4, mid : 8, : 4, high : 16; }; unsigned all; };
enum color { RED, GREEN, BLUE };
struct typed { enum color c : 2; unsigned : 0; unsigned short s : 9; };
static struct flags global = {5, -3, 0xabcdef, -1, 1, 0x123456789aul};
int main(void) {
    struct flags f;
    memset(&f, 0, sizeof f);
    f.a = 13;
    f.b = 17;
    f.c = -1;
    f.d = 1;
    f.d++;
    f.e = 42;
    f.f = ~0ul;
    f.f -= 5;
    printf("%u %d %u %d %d %lx\n", f.a, f.b, f.c, f.d, f.e, (unsigned long)f.f);
    printf("%u %d %x %d %d %lx\n", global.a, global.b, global.c, global.d, global.e, (unsigned long)global.f);
    printf("%d ", (f.b -= 20) < 0);
    printf("%d\n", (f.a = 12) == 4);
    printf("%d ", f.a - 5 < 0);
    printf("%d ", f.a++);
    printf("%d\n", ++f.a);
    struct tight t = {100, 5000, 0x1555555555ul, 'x'};
    t.b ^= 0x1ff;
    t.c <<= 1;
    printf("%d %d %lx %c %zu\n", t.a, t.b, (unsigned long)t.c, t.d, sizeof t);
    union overlay o;
    o.all = 0;
    o.low = 5;
    o.mid = 0xab;
    o.high = 0x8001;
    printf("%x\n", o.all);
    struct typed y = {BLUE, 300};
    y.s += 300;
    printf("%d %d %zu\n", y.c, y.s, sizeof y);
    unsigned char raw[sizeof global];
    memcpy(raw, &global, sizeof raw);
    for (unsigned i = 0; i < 4; i++) printf("%02x", raw[i]);
    printf("\n");
    return 0;
}
