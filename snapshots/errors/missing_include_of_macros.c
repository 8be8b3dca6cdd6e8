// run: compile-error
int main(void) {
    char *p = NULL;
    int limit = INT_MAX;
    int c = EOF;
    if (p == NULL)
        return EXIT_FAILURE;
    FILE *file;
    return limit + c;
}
