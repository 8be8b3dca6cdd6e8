// After an error in its initializer an array stayed incomplete, and each use was reported as a further error.
// run:
// exit: 1
// has: `fchown_missing` is not declared
// lacks: incomplete
typedef int (*fp)(void);
static struct S { const char *n; fp p; } tab[] = { {"a", (fp)fchown_missing}, {"b", 0} };
int h(void) { return sizeof tab; }
int main(void) { return h(); }
