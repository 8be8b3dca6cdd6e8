// `__builtin_object_size` of a flexible array member ignored the member's initializer.
// gcc: same
int printf(const char *, ...);

struct s {
    int i;
    char c[];
} s = {1, "01234"};
char one[];
char two[2][3];

int main(void)
{
    printf("%zu %zu\n", __builtin_object_size(&s.c, 0), __builtin_object_size(s.c, 1));
    printf("%zu %zu\n", __builtin_object_size(one, 0), __builtin_dynamic_object_size(one, 3));
    printf("%zu %zu\n", __builtin_object_size(two + 1, 0), __builtin_object_size(two + 1, 1));
    printf("%zu %zu\n", __builtin_object_size(&two[0][0], 1), __builtin_object_size(two[0] + 1, 3));
    return 0;
}
