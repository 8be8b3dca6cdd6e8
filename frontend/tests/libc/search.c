/* search.h: trees, tables, lists, linear search; qsort_r. */
#include "support.h"
#include <errno.h>
#include <search.h>

static int calls;

static int by_int(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int with_more(const void *a, const void *b, void *more)
{
    ++*(int *)more;
    return by_int(a, b);
}

/* Keys are visited in order, independent of the tree's shape. */
static void visit(const void *node, VISIT which, int level)
{
    if (which == postorder || which == leaf)
        printf("%d ", **(int *const *)node);
}

static void released(void *key)
{
    calls++;
}

int main(void)
{
    static int keys[60];
    void *root = NULL;
    for (unsigned i = 0; i < COUNT(keys); i++) {
        keys[i] = (int)below(80);
        int *found = *(int **)tsearch(&keys[i], &root, by_int);
        add(*found);
    }
    twalk(root, visit);
    report("in the tree");
    for (int i = 0; i < 80; i += 3) {
        void *node = tfind(&i, &root, by_int);
        printf("%d", node == NULL ? -1 : **(int **)node);
        printf("%d ", tdelete(&i, &root, by_int) != NULL);
    }
    printf("\n");
    twalk(root, visit);
    tdestroy(root, released);
    printf("%d\n", calls);

    printf("%d\n", hcreate(10));
    static char names[12][4];
    for (int i = 0; i < 8; i++) {
        sprintf(names[i], "k%d", i % 5);
        ENTRY item = {names[i], (void *)(long)i}, *found = hsearch(item, ENTER);
        printf("%ld ", (long)found->data);
    }
    ENTRY missing = {"none", NULL};
    printf("%d\n", hsearch(missing, FIND) == NULL);
    hdestroy();

    int list[20] = {5, 3, 9}, wanted = 3;
    size_t count = 3;
    printf("%ld ", offset(lfind(&wanted, list, &count, sizeof *list, by_int), list));
    wanted = 4;
    printf("%ld ", offset(lfind(&wanted, list, &count, sizeof *list, by_int), list));
    printf("%ld %zu\n", offset(lsearch(&wanted, list, &count, sizeof *list, by_int), list), count == 3 ? 4 : count);

    struct element {
        struct element *next, *previous;
        int number;
    } a = {NULL, NULL, 1}, b = {NULL, NULL, 2}, c = {NULL, NULL, 3};
    insque(&a, NULL);
    insque(&b, &a);
    insque(&c, &a);
    for (struct element *e = &a; e != NULL; e = e->next)
        printf("%d ", e->number);
    remque(&c);
    for (struct element *e = &b; e != NULL; e = e->previous)
        printf("%d ", e->number);
    printf("\n");

    int numbers[50], compared = 0;
    for (unsigned i = 0; i < COUNT(numbers); i++)
        numbers[i] = (int)below(100);
    qsort_r(numbers, COUNT(numbers), sizeof *numbers, with_more, &compared);
    add_bytes(numbers, sizeof numbers);
    printf("%d ", compared > 49);
    report("qsort_r");
    return 0;
}
