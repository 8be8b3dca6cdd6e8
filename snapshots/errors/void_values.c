// run: compile-error
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
