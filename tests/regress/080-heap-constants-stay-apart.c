// States with different constants in a heap structure were joined, so queries took minutes.
// run: --merge=static --max-time 20s
// has: VERIFIED
// run: --merge=static --max-time 20s -DLIST
// has: VERIFIED
#include <klee/klee.h>
#include <stdlib.h>

struct node {
    struct node *next;
    unsigned a, h;
};

int main(void) {
    unsigned char x[8];
    klee_make_symbolic(x, sizeof x, "x");
    struct node *p = malloc(sizeof *p);
    if (!p)
        return 0;
#ifdef LIST
    struct node *list = malloc(sizeof *list);
    if (!list)
        return 0;
    list->next = p;
#define P list->next
#else
#define P p
#endif
    P->h = 1;
    for (int j = 0; j < 8; j++) {
        if (x[j] == 'n')
            P->h = P->h * 3 + 1;
        else
            P->h = P->h * 5 + 2;
    }
    int c = 0;
    for (int k = 1; k < 8; k++) {
        unsigned s = P->h * (P->h + k) % 65521u;
        if ((s * s + k) % 65521u == 17u)
            c++;
    }
    return c & 0;
}
