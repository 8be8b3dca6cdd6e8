// run: compile-error
int main(void) {
    int x = 1; /* the counter
    return x;
}
