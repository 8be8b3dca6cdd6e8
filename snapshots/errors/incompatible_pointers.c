// run: compile-error
// Initializations and operators with operands of incompatible types are errors; between pointers and integers, warnings.
struct a { int x; };
struct b { int x; };

int length(const char *text);

int main(void) {
    int number = 5;
    int *p = number;
    struct a one = {1};
    struct b *two = &one;
    char *text = 3.5;
    struct a copy = *two;
    int r = length(number);
    int s = p + p;
    return *number + r + s + copy.x;
}
