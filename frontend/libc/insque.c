/* insque, remque (POSIX): insert into and remove from a doubly linked list. An element starts with its two links. */
struct link {
    struct link *next, *previous;
};

void insque(void *element, void *before)
{
    struct link *new = element, *at = before;
    if (at == 0) {
        new->next = new->previous = 0;
        return;
    }
    new->next = at->next;
    new->previous = at;
    if (at->next != 0)
        at->next->previous = new;
    at->next = new;
}

void remque(void *element)
{
    struct link *old = element;
    if (old->next != 0)
        old->next->previous = old->previous;
    if (old->previous != 0)
        old->previous->next = old->next;
}
