// `if`, `while`, `do`, `switch` and their substatements did not begin new scopes (C11 6.8.4p3).
// gcc: same
int main(void) {
    enum { X = 1 };
    if (sizeof(enum { X = 2 }) && X != 2)
        return 2;
    if (X != 1)
        return 3;
    while (sizeof(enum { X = 7 }) && X != 7)
        return 4;
    do
        (void)sizeof(enum { X = 9 });
    while (X != 1);
    switch (sizeof(struct s { char a[3]; })) {
    default:
        if (sizeof(struct s) != 3)
            return 5;
    }
    return X - 1;
}
