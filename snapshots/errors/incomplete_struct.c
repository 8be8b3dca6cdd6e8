// run: compile-error
// A struct without a definition has no size and no members.
struct node;
struct list { struct node first; };

int main(void) {
    struct nodee n;
    struct node *p = 0;
    int size = sizeof(struct node);
    return p->value + size;
}
