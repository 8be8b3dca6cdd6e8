/* Typedefs of all forms, forward-declared records, self reference, const through a typedef. */
#include <stdio.h>
typedef unsigned char byte;
typedef byte digest[4];
typedef struct node node;
typedef int callback(node *, void *);
typedef callback *hook;
struct node { node *next; hook visit; digest d; };
typedef const char *text;
typedef int matrix[2][2];
typedef enum { LOW, HIGH } level;
typedef union { int i; byte b[4]; } view;
static int count(node *n, void *total) { *(int *)total += n->d[0]; return n->next != 0; }
static callback count;
static int each(node *n, void *data) { int steps = 1; while (n->visit(n, data)) n = n->next, steps++; return steps; }
static level flip(level l) { return l == LOW ? HIGH : LOW; }
static int det(matrix m) { return m[0][0] * m[1][1] - m[0][1] * m[1][0]; }
int main(void) {
    node c = {0, count, {3}}, b = {&c, count, {2, 9}}, a = {&b, &count, {1}};
    int total = 0;
    printf("%d ", each(&a, &total));
    printf("%d\n", total);
    const digest d = {1, 2, 3, 4};
    text t = "ok";
    matrix m = {{1, 2}, {3, 4}};
    view v = {0x01020304};
    printf("%d %s %d %d %d\n", d[3], t, det(m), flip(LOW), v.b[0]);
    typedef typeof(m[0]) row;
    row r = {5, 6};
    return r[1] + (int)sizeof(row);
}
