// run: compile-error
int main(void) {
    int a = 2, b = 3;
    a + b = 5;
    return a;
}
