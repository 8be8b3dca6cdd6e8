// run: compile-error
// The help for a wrong member suggests the most similar member, or the other of `.` and `->`.
struct node { int value; struct node *next; };
union number { int i; float f; };

int main(void) {
    struct node n = {1, 0};
    struct node *p = &n;
    union number u;
    int a = n.valeu;
    int b = p.value;
    int c = n->value;
    int d = a.value;
    u.g = 1;
    struct list *l = 0;
    int e = l->head;
    return a + b + c + d + e;
}
