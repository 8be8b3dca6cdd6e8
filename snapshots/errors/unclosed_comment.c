// run: compile-error
// A comment without an end is an error at its start.
int main(void) {
    int x = 1; /* the counter
    return x;
}
