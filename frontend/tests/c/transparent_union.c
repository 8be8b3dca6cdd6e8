/* An argument for a transparent union has the type of one of its members. */
#include <stdio.h>
typedef union { int *ip; const char *cp; struct s *sp; } __attribute__((transparent_union)) any;
typedef union __attribute__((transparent_union)) { long l; double *d; } num;
union third { unsigned u; int i; } __attribute__((transparent_union));
struct s { int v; };
static int take(any a, int which) { return which == 0 ? *a.ip : which == 1 ? a.cp[0] : a.sp->v; }
static long number(num n) { return n.l; }
static unsigned thirds(union third t) { return t.u; }
static int (*pointer)(any, int) = take;
static int nothing(any a) { return a.ip == NULL; }
int main(void){ int x = 3; struct s s = {9}; any u; u.ip = &x; const int *volatile cx = &x;
 printf("%d %d %d %d\n", take(&x,0), take("abc",1), take(&s,2), take(u,0));
 printf("%ld %u %d %d\n", number(5L), thirds(7u), pointer(&x,0), take((void*)&x, 0));
 printf("%d %d\n", nothing(0), nothing(NULL)); return 0; }
