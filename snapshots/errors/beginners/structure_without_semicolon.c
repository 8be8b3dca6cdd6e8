// run: compile-error
// The definition of a structure without its semicolon.
struct point { int x; }
int main(void) {
    return 0;
}
