// run: compile-error
// An expression of type void has no value, and a variable cannot have the type void.
void nothing(void) {
    return 1;
}

int something(void) {
    return;
}

int main(void) {
    void x;
    int y = nothing();
    void *p = &y;
    int z = *p;
    if (nothing())
        y = 1;
    return y + nothing();
}
