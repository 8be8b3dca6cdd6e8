// run: compile-error
int call(int (*function)(int));

int main(void) {
    int x = 1;

    int add(int y) {
        return x + y;
    }

    return call(add);
}
