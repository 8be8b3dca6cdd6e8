// An initializer of a union member kept the initializers of another member.
// gcc: same
int printf(const char *, ...);

union value { int i; float f; };
union both {
    struct { int x; char y[2]; } pair;
    union value value;
    struct { int a, b, c; } three;
};

static union both constant = {.three = {1, 2, 3}, .value.f = 2.5f};

static void print(union both u)
{
    printf("%d %d %d, %d\n", u.pair.x, u.pair.y[0], u.pair.y[1], u.three.c);
}

int main(void)
{
    int n = 1;
    union both mixed[5] = {
        {.value.f = 4.5f, .pair.y[1] = 3},
        {7, {8, 9}, .pair.x = 4},
        [2 ... 3] = {.three = {5, 6, 7}, .value = {++n}},
    };
    struct { int before; union both u; int after; } nested =
        {1, {.three = {2, 3, 4}}, .after = 5, .u.value.i = 6};
    for (int i = 0; i < 5; i++)
        print(mixed[i]);
    print(constant);
    print(nested.u);
    printf("%d %d %d\n", n, nested.before, nested.after);
    return 0;
}
