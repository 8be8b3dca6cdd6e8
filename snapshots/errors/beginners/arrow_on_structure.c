// run: compile-error
// The operator -> on a structure: the help names the dot.
struct point { int x; };
int main(void) {
    struct point p;
    p->x = 1;
    return 0;
}
