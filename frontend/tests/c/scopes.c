/* Scopes: shadowing, tags, typedefs hidden by variables, enumeration constants, extern in blocks. */
#include <stdio.h>
typedef int T;
struct T { T t; };
enum { ONE = 1, TWO, TEN = TWO * 5, NEG = -1, BIG = 1 << 20 };
enum E { A = 'a', B };
int x = 1;
static int shadow(int T) {
    T = T * 2;
    { int x = T; { int x = 5; T += x; } T += x; }
    return T;
}
static int outer(void) {
    extern int x;
    struct T { char c[3]; } s;
    enum { ONE = 50 };
    typedef char *T;
    T p = s.c;
    p[0] = 1;
    return x + sizeof s + ONE + *p;
}
static T typed(struct T *s) { return s->t; }
int main(void) {
    struct T s = {7};
    for (int x = 0; x < 2; x++) { int y = x; { int x = y + 10; printf("%d ", x); } }
    printf("%d %d %d %d\n", shadow(3), outer(), typed(&s), x);
    printf("%d %d %d %d %zu\n", TEN, NEG, BIG, B, sizeof(enum E));
    enum E e = B;
    e++;
    printf("%d %d\n", e, e > A);
    int ONE_more = ONE + 1;
    struct { struct { int deep; }; int T; } n = {{4}, 5};
    printf("%d %d %d\n", ONE_more, n.deep, n.T);
    T T = 3;
    return T;
}
