// run: compile-error
// The help for an undeclared macro names the standard header that defines it.
int main(void) {
    char *p = NULL;
    int limit = INT_MAX;
    int c = EOF;
    if (p == NULL)
        return EXIT_FAILURE;
    FILE *file;
    return limit + c;
}
