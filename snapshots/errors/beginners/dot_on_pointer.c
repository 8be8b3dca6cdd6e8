// run: compile-error
// The operator . on a pointer: the help names the arrow.
struct point { int x; };
int main(void) {
    struct point p, *q = &p;
    q.x = 1;
    return 0;
}
