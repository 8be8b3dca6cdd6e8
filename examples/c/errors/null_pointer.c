/*
 * A null pointer is dereferenced: the result of a search is used without a check.
 *
 *   symtool examples/c/errors/null_pointer.c
 *   VIOLATION null: no entry has the key
 */
#include <klee/klee.h>
#include <stddef.h>

struct entry {
    int key;
    int value;
};

static struct entry table[] = {{3, 30}, {5, 50}, {7, 70}};

static struct entry *find(int key)
{
    for (int i = 0; i < 3; i++)
        if (table[i].key == key)
            return &table[i];
    return NULL;
}

int main(void)
{
    int key;
    klee_make_symbolic(&key, sizeof key, "key");
    return find(key)->value;
}
