// run: compile-error
// The help for an unknown type names the standard header that declares it.
int main(void) {
    size_t n = 3;
    bool found = true;
    FILE *file = NULL;
    uint8_t byte = 1;
    return n + found + byte;
}
