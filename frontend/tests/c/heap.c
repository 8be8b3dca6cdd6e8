/* malloc, calloc, realloc, free; linked structures. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct tree { struct tree *left, *right; int key; };
static struct tree *insert(struct tree *t, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
    } else if (key < t->key) t->left = insert(t->left, key);
    else t->right = insert(t->right, key);
    return t;
}
static void walk(const struct tree *t) { if (t) { walk(t->left); printf("%d ", t->key); walk(t->right); } }
static void drop(struct tree *t) { if (t) { drop(t->left); drop(t->right); free(t); } }
int main(void) {
    struct tree *root = 0;
    int keys[] = {50, 20, 70, 10, 30, 60};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) root = insert(root, keys[i]);
    walk(root);
    drop(root);
    int n = 2, *v = malloc(n * sizeof *v);
    v[0] = v[1] = 1;
    while (n < 20) { v = realloc(v, (n + 1) * sizeof *v); v[n] = v[n - 1] + v[n - 2]; n++; }
    printf("%d\n", v[19]);
    int **rows = malloc(3 * sizeof *rows);
    for (int i = 0; i < 3; i++) { rows[i] = malloc(4 * sizeof **rows); memset(rows[i], i, 16); }
    printf("%x %x\n", rows[1][3], rows[2][0]);
    for (int i = 0; i < 3; i++) free(rows[i]);
    free(rows);
    free(v);
    free(0);
    struct { int n; char data[]; } *flex = malloc(sizeof *flex + 6);
    strcpy(flex->data, "flex");
    printf("%s %zu\n", flex->data, sizeof *flex);
    free(flex);
    exit(7);
}
