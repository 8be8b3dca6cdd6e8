// run: compile-error
// The operator * on an integer.
int main(void) {
    int x = 1;
    return *x;
}
