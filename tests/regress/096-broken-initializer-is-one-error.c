// An array stayed incomplete after an error in its initializer, and each use was another error.
// run:
// exit: 1
// has: `fchown_missing` is not declared
// lacks: incomplete
typedef int (*fp)(void);
static struct S { const char *n; fp p; } tab[] = { {"a", (fp)fchown_missing}, {"b", 0} };
int h(void) { return sizeof tab; }
int main(void) { return h(); }
