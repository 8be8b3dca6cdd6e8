// run: compile-error
// A nested function that uses variables of the enclosing function cannot be passed as a pointer.
int call(int (*function)(int));

int main(void) {
    int x = 1;

    int add(int y) {
        return x + y;
    }

    return call(add);
}
