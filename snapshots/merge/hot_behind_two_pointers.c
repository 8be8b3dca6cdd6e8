// run: explore --verify --merge=static
// run: merges --merge=static
// Memory is hot also if it is reached through a pointer in memory.
#include <klee/klee.h>
#include <stdlib.h>
struct node { struct node *next; int index; };
static const char table[4] = {1, 2, 3, 4};
static void work(void) {}
int main(void) {
    struct node *head = malloc(sizeof *head);
    head->next = malloc(sizeof *head);
    head->next->index = 1;
    if (klee_int("x") > 0) {
        work();
        head->next->index = 2;
    }
    klee_silent_exit(table[head->next->index]);
}
