/* `aligned` on a typedef raises and lowers the alignment of objects declared with it. */
#include <stdio.h>
#include <stddef.h>
#define P(e) printf("%s = %zu\n", #e, (size_t)(e))
typedef int __attribute__((aligned(1))) u1;
typedef int u2 __attribute__((aligned(2)));
typedef u2 u2b;
typedef u1 u8_ __attribute__((aligned(8)));
typedef int m1 __attribute__((aligned(8), aligned(2)));
typedef int m2 __attribute__((aligned(2), aligned(8)));
typedef int __attribute__((aligned(8))) m3 __attribute__((aligned(2)));
typedef int __attribute__((aligned(2))) m4 __attribute__((aligned(8)));
typedef int __attribute__((aligned(8))) m5, m6 __attribute__((aligned(2)));
typedef struct S { int x; char c[5]; } S16 __attribute__((aligned(16)));
typedef struct S S2 __attribute__((aligned(2)));
typedef int arr[3] __attribute__((aligned(16)));
typedef u2 arr2[3];
typedef const u1 cu1;
typedef u1 *pu1;
typedef int *__attribute__((aligned(16))) pa;
typedef int (*fp)(void) __attribute__((aligned(4)));
struct M { char c; u1 a; u2 b; S16 s; arr r; arr2 q; S2 z; pa p; fp f; };
struct N { char c; u8_ e; } ;
struct __attribute__((packed)) K { char c; u8_ e; S16 s; };
struct L { char c; u8_ e __attribute__((packed)); S16 s __attribute__((packed)); u1 x __attribute__((aligned(2))); u8_ y __attribute__((aligned(2)));};
struct Q { u1 a : 3; u1 b : 31; char c; u8_ d: 5; u8_ e : 30; u2 f: 17; u2 : 0; char g;};
struct R { char c; const u2 d; volatile arr2 e; };
union U { char c; u2 x; S2 s; };
enum E8 { A, B };
typedef enum E8 e8 __attribute__((aligned(8)));
typedef struct { char c; } __attribute__((aligned(4))) T4 __attribute__((aligned(2)));
typedef struct __attribute__((aligned(4))) { char c; } T5 __attribute__((aligned(2)));
typedef struct { char c; } __attribute__((aligned(4))) T6;
typedef T6 T7 __attribute__((aligned(1)));
int x1 __attribute__((aligned(1)));
int x32 __attribute__((aligned(32)));
u1 v1; u8_ v8; S16 vs; u1 w8 __attribute__((aligned(8))); u8_ w2 __attribute__((aligned(2)));
static struct M mm;
#pragma pack(push,2)
struct PP { char c; u8_ e; S16 s; u1 d; };
#pragma pack(pop)
int main(void){
P(_Alignof(u1));P(_Alignof(u2));P(_Alignof(u2b));P(_Alignof(u8_));P(_Alignof(m1));P(_Alignof(m2));P(_Alignof(m3));P(_Alignof(m4));P(_Alignof(m5));P(_Alignof(m6));
P(_Alignof(S16));P(sizeof(S16));P(_Alignof(S2));P(sizeof(S2));P(_Alignof(arr));P(sizeof(arr));P(_Alignof(arr2));P(sizeof(arr2));P(_Alignof(cu1));P(_Alignof(pu1));P(_Alignof(pa));P(_Alignof(fp));
P(sizeof(struct M));P(_Alignof(struct M));P(offsetof(struct M,a));P(offsetof(struct M,b));P(offsetof(struct M,s));P(offsetof(struct M,r));P(offsetof(struct M,q));P(offsetof(struct M,z));P(offsetof(struct M,p));P(offsetof(struct M,f));
P(sizeof(struct N));P(_Alignof(struct N));P(sizeof(struct K));P(_Alignof(struct K));P(offsetof(struct K,e));
P(sizeof(struct L));P(_Alignof(struct L));P(offsetof(struct L,e));P(offsetof(struct L,s));P(offsetof(struct L,x));P(offsetof(struct L,y));
P(sizeof(struct Q));P(_Alignof(struct Q));P(offsetof(struct Q,c));P(offsetof(struct Q,g));
P(sizeof(struct R));P(_Alignof(struct R));P(sizeof(union U));P(_Alignof(union U));P(_Alignof(e8));P(sizeof(e8));P(_Alignof(T4));P(sizeof(T4));P(_Alignof(T5));P(sizeof(T5));P(_Alignof(T7));P(sizeof(T7));
P(_Alignof(x1));P(_Alignof(x32));P(_Alignof(v1));P(_Alignof(v8));P(_Alignof(vs));P(_Alignof(w8));P(_Alignof(w2));
P(_Alignof(__typeof(v1)));P(_Alignof(__typeof(*(u2*)0)));P(_Alignof(mm.a));P(_Alignof(mm.s));P(_Alignof(mm.s.x));P(_Alignof(__typeof(mm.s)));P(_Alignof(*(u2*)0));
P(_Alignof(((struct L*)0)->e));P(_Alignof(((struct L*)0)->x));P(_Alignof(((struct K*)0)->s));
P(_Alignof(int __attribute__((aligned(16)))));P(_Alignof(int __attribute__((aligned(16))) *));P(_Alignof(int * __attribute__((aligned(16)))));P(_Alignof(u1[3]));P(_Alignof(((arr2*)0)[0][1]));
P(sizeof(struct PP));P(_Alignof(struct PP));P(offsetof(struct PP,e));P(offsetof(struct PP,s));P(offsetof(struct PP,d));
P(_Alignof(v1 + 1)); P(_Alignof((v1)));P(_Alignof(mm.q[1]));P(_Alignof(arr2[2]));
{ u1 l1; S16 ls; u2 la[3]; P(_Alignof(l1));P(_Alignof(ls)); P((size_t)&ls % 16);P(_Alignof(la));P(_Alignof(la[0])); int t1 __attribute__((aligned(1))); P(_Alignof(t1)); }
{
    unsigned char bytes[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    u1 *unaligned = (u1 *)(bytes + 3);
    unaligned[1] = 77;
    struct M all = {'x', 5, 6, {7, "abc"}, {1, 2, 3}, {4, 5, 6}, {8, "d"}, 0, 0}, copy = all;
    S16 *sixteen = &copy.s;
    printf("%d %d %d %s %d %d\n", unaligned[0], bytes[7], sixteen->x, sixteen->c, copy.q[2], copy.r[1]);
    printf("%d %d\n", _Generic((u1)1, int: 1, default: 2), _Generic(unaligned, int *: 1, default: 2));
}
return 0;
}
