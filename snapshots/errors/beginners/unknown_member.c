// run: compile-error
// A member that the structure does not have: the help lists the members.
struct point { int horizontal, vertical; };
int main(void) {
    struct point p;
    p.up = 1;
    return 0;
}
