// run: compile-error
// A goto to a label that does not exist.
int main(void) {
    goto end;
    return 0;
}
