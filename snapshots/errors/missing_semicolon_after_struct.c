// run: compile-error
// A missing semicolon after a struct is reported at its closing brace.
struct point {
    int x, y;
}

int main(void) {
    struct point p = {1, 2};
    return p.x;
}
