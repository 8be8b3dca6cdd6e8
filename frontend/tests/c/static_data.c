/* Static data: constant expressions of every kind. */
#include <stddef.h>
#include <stdio.h>
struct s { int a; char b[5]; struct { long c; } d; };
static struct s instance = {1, "abcd", {2}};
int n = sizeof(struct s) + offsetof(struct s, d) * 2;
int folded[(3 > 2) + !0 + (5 & 6)];
char *inside = &instance.b[2];
long *deep = &instance.d.c;
int negative = -(1 << 4) / 3 % 4;
unsigned char wrap = (unsigned char)(250 + 10);
double real = 1.0 / 4 + 2;
float single = 0.1;
int from_real = (int)3.7 + (2.5 > 2);
long choose = sizeof(int) > 2 ? 1L << 33 : 0;
int label = 'A' + ("x" == 0);
struct s *pointer = &(struct s){7, "lit", {9}};
int *compound = (int[]){10, 20, 30};
_Bool yes = 0.1, also = &instance;
const char *const words[] = {"red" , "green" + 1};
void *self = &self;
int (*function)(void);
int main(void) {
    printf("%d %zu %c %ld\n", n, sizeof folded / sizeof *folded, *inside, *deep);
    printf("%d %d %.2f %.9f %d %ld\n", negative, wrap, real, single, from_real, choose);
    printf("%d %d %s %ld %d\n", label, pointer->a, pointer->b, pointer->d.c, compound[2]);
    printf("%d %d %s %s %d %d\n", yes, also, words[0], words[1], self == &self, function == 0);
    return 0;
}
