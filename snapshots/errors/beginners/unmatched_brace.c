// run: compile-error
// A closing brace without an opening one.
int main(void) {
    return 0;
}
}
