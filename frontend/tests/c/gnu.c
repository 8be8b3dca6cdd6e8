/* GNU C: statement expressions, typeof, ranges, builtins, ?:, alignof, attributes. */
#include <stddef.h>
#include <stdio.h>
#define max(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define container_of(p, t, m) ((t *)((char *)(p) - offsetof(t, m)))
struct node { char tag; int value; struct { short deep[3]; } inner; };
struct __attribute__((packed)) packed { char c; int i; short s; };
struct aligned { char c; int i __attribute__((aligned(16))); } __attribute__((aligned(32)));
static int unused __attribute__((unused)) = 3;
static inline __attribute__((always_inline)) int twice(int x) { return x + x; }
static int last(int x) { return ({ if (x > 3) x = 3; for (int i = 0; i < 2; i++) x += i; x; }) * 2; }
int main(void) {
    int i = 3;
    int top = max(i++, 2);
    printf("%d %d %d\n", top, i, last(10));
    struct node n = {.value = 5};
    int *p = &n.value;
    printf("%d %zu %zu\n", container_of(p, struct node, value)->value, offsetof(struct node, inner.deep[2]), offsetof(struct node, inner));
    printf("%zu %zu %zu %zu\n", sizeof(struct packed), sizeof(struct aligned), _Alignof(struct aligned), __alignof__(long));
    printf("%d %d %d %d\n", __builtin_popcount(0xf0f0), __builtin_clz(1), __builtin_ctz(40), __builtin_ffs(0));
    printf("%d %d %d\n", __builtin_popcountl(-1L), __builtin_clzl(255), __builtin_parity(7));
    printf("%x %lx %x\n", __builtin_bswap32(0x12345678), __builtin_bswap64(1), __builtin_bswap16(0x1234));
    int r;
    unsigned u;
    long l;
    printf("%d ", __builtin_add_overflow(2000000000, 2000000000, &r));
    printf("%d ", __builtin_sub_overflow(1u, 2u, &u));
    printf("%d ", __builtin_mul_overflow(1L << 40, 1 << 10, &l));
    printf("%d %u %ld\n", r, u, l);
    if (__builtin_expect(i == 4, 1)) printf("likely %d\n", twice(i));
    printf("%d %d %d\n", __builtin_constant_p(3 + 4), __builtin_constant_p(i), __builtin_types_compatible_p(int, __typeof__(i)));
    printf("%s\n", _Generic(n.tag, int: "int", char: "char", default: "other"));
    __auto_type copy = n;
    copy.value++;
    printf("%d %d %s\n", copy.value, __builtin_choose_expr(1, 5, "x"), __func__);
    union both { int a; float f; } cast = (union both){.f = 1.0f};
    cast = (union both)cast.f;
    printf("%x %d\n", cast.a, i ?: 7);
    void *v = &n;
    v += 4;
    printf("%d\n", v == (void *)p);
    char *s = __builtin_alloca(8);
    __builtin_memset(s, 'z', 3);
    s[3] = 0;
    printf("%s %zu\n", s, __builtin_strlen(s));
    _Static_assert(sizeof(int) == 4, "int");
    return 0;
}
