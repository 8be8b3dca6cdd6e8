// run: compile-error
int main(void) {
    size_t n = 3;
    bool found = true;
    FILE *file = NULL;
    uint8_t byte = 1;
    char *p = NULL;
    int limit = INT_MAX;
    return n + found + byte + limit;
}
