/* Surprising promotions and usual arithmetic conversions: bit-fields, small unsigned types, enumerations, `_Bool`. */
#include <stdio.h>

struct bits {
    unsigned u3 : 3;
    int s5 : 5;
    unsigned u31 : 31, u32 : 32;
    unsigned long long l40 : 40;
    _Bool b : 1;
};
enum from_zero { A, B };
enum negative { M = -1 };

#define NAME(e)                                                                                    \
    _Generic((e), int: "int", unsigned: "unsigned", long: "long", unsigned long: "unsigned long",  \
        float: "float", double: "double", long double: "long double", default: "other")

static void of_bit_fields(void)
{
    struct bits b = {7, -16, 0x7fffffff, 0xffffffffu, 0xffffffffffull, 1};
    printf("%s %s %s %s\n", NAME(+b.u3), NAME(+b.s5), NAME(+b.u31), NAME(+b.u32));
    printf("%d %d %d\n", b.u3 - 8 < 0, b.u31 - 0x7fffffff - 1 < 0, b.u32 - 1 - 0xffffffff > 0);
    printf("%d %d\n", b.l40 + 1 == 0, b.l40 << 1 == 0x1fffffffffeull);
    int r = b.u3++;
    printf("%d %u\n", r, b.u3);
    r = (b.u3 = 15);
    printf("%d %u\n", r, b.u3);
    r = (b.s5 = 31);
    printf("%d %d\n", r, b.s5);
    b.b--;
    printf("%d ", b.b);
    b.b--;
    printf("%d\n", b.b);
}

static int small(void)
{
    signed char a = -1;
    unsigned char b = 255;
    short c = -1;
    unsigned short d = 65535;
    return (a == b) | (c == d) << 1 | (a == c) << 2 | ((unsigned)a == 0xffffffff) << 3 |
           (a < b) << 4 | (a < 0u) << 5 | (d + 1 > 0) << 6 | ((unsigned char)(b + 1) == 0) << 7 |
           ((a ^ b) == -256) << 8 | (-b < 0) << 9 | (~b < 0) << 10 | ((char)b < 0) << 11;
}

static void compound(void)
{
    char c = 127;
    c += 1;
    printf("%d ", c);
    c = -100;
    c /= 0.9f;
    printf("%d ", c);
    int i = 10;
    i *= 1.55;
    i -= 0.5;
    printf("%d ", i);
    unsigned char u = 5;
    u -= 10;
    printf("%d ", u);
    unsigned short s = 65535;
    s <<= 15;
    s >>= 15;
    printf("%d ", s);
    _Bool f = 0.5;
    f += 2;
    f -= 2;
    printf("%d ", f);
    int old = f--;
    printf("%d %d\n", old, f);
}

int main(void)
{
    of_bit_fields();
    printf("%x\n", small());
    compound();
    printf("%s %s %s\n", NAME(A), NAME((enum from_zero)A), NAME(1 ? (enum from_zero)A : (enum negative)M));
    printf("%d %d %d\n", (enum from_zero)A - 1 < 0, (enum negative)M < 0, -1L < 1u);
    printf("%s %s %s\n", NAME((short)1 << 1L), NAME(1 ? 1L : 1u), NAME(0 ? 1.0f : 1));
    printf("%d %d\n", (1 ? -1 : 0u) > 0, sizeof(int) - 5 > 0);
    printf("%d %d %d\n", '\xff' == 0xff, (short)0x8000 >> 15, -7 % 2);
    return 0;
}
