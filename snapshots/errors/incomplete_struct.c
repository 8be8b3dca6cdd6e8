// run: compile-error
struct node;
struct list { struct node first; };

int main(void) {
    struct nodee n;
    struct node *p = 0;
    int size = sizeof(struct node);
    return p->value + size;
}
