// run: compile-error
int main(void) {
    int x = 1;

    int twice(int y) {
        return 2 * y;
    }

    return twice(x);
}
