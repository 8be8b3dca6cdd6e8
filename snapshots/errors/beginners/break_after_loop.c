// run: compile-error
// A break outside of a loop.
int main(void) {
    break;
    return 0;
}
