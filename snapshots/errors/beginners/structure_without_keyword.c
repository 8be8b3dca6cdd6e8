// run: compile-error
// The tag of a structure without the keyword struct.
struct point { int x; };
int main(void) {
    point p;
    return 0;
}
