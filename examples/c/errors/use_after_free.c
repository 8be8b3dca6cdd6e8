/*
 * Heap memory is read after it was freed: a list is freed by a loop that follows the freed element.
 *
 *   symtool examples/c/errors/use_after_free.c
 *   VIOLATION use-after-free: the list has an element
 */
#include <klee/klee.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void)
{
    unsigned char length;
    klee_make_symbolic(&length, sizeof length, "length");
    klee_assume(length <= 2);
    struct node *list = NULL;
    for (int i = 0; i < length; i++) {
        struct node *node = malloc(sizeof *node);
        if (node == NULL)
            return 1;
        node->next = list;
        list = node;
    }
    for (struct node *node = list; node != NULL; node = node->next)
        free(node);
    return 0;
}
