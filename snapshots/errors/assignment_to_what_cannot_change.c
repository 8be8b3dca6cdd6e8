// run: compile-error
// Constants, arrays, string literals and results of calls cannot be assigned to.
#define LIMIT 10

int add(int a);

int main(void) {
    const int fixed = 1;
    int a = 2, b = 3, list[3];
    fixed = 2;
    LIMIT = 11;
    list = 0;
    "text" = 0;
    add(1) = 2;
    const char *name = "x";
    name[0] = 'y';
    (a > b ? a : b) = 1;
    5++;
    return a;
}
