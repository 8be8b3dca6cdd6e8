// run: compile-error
// The number and the types of arguments must fit the parameters of the function.
int add(int a, int b) {
    return a + b;
}

struct point { int x, y; };
int norm(struct point p) {
    return p.x + p.y;
}

int main(void) {
    struct point p = {1, 2};
    int few = add(1);
    int many = add(1, 2, 3);
    int wrong = norm(5);
    int mixed = add(p, 1);
    return few + many + wrong + mixed;
}
