/* setjmp and longjmp: errors through nested calls, loops, conditions, values of locals after the jump. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf top;

/* A jump out of several frames with locals in memory, variable-length arrays and alloca. */
static int depth_reached;

static int deep(int n, int value)
{
    int sizes[4] = {n, n + 1, n + 2, n + 3};
    char text[n + 1];
    char *block = __builtin_alloca(n + 8);
    memset(text, 'a' + n, n);
    text[n] = 0;
    sprintf(block, "%d", n);
    depth_reached = n;
    if (n == 7)
        longjmp(top, value);
    return deep(n + 1, value) + sizes[n & 3] + text[0] + atoi(block);
}

static void frames(void)
{
    int values[] = {5, -3, 0, 1, 2147483647, -2147483647 - 1};
    for (volatile unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        int got = setjmp(top);
        if (got == 0) {
            printf("never %d\n", deep(1, values[i]));
        } else {
            printf("back with %d from depth %d\n", got, depth_reached);
        }
    }
}

/* Nested handlers: each level has its own buffer. */
struct handler {
    jmp_buf place;
    struct handler *outer;
    const char *error;
};
static struct handler *handlers;

static void fail(const char *error)
{
    handlers->error = error;
    longjmp(handlers->place, 1);
}

static int parse_digit(const char **at)
{
    if (**at < '0' || **at > '9')
        fail(**at ? "no digit" : "early end");
    return *(*at)++ - '0';
}

static int parse_sum(const char **at);

static int parse_item(const char **at)
{
    if (**at == '(') {
        ++*at;
        int sum = parse_sum(at);
        if (**at != ')')
            fail("no )");
        ++*at;
        return sum;
    }
    return parse_digit(at);
}

static int parse_sum(const char **at)
{
    int sum = parse_item(at);
    while (**at == '+') {
        ++*at;
        sum += parse_item(at);
    }
    return sum;
}

static int protected(int (*run)(const char **), const char *text, int *result)
{
    struct handler own;
    own.outer = handlers;
    own.error = 0;
    handlers = &own;
    const char *at = text;
    if (setjmp(own.place) == 0)
        *result = run(&at);
    handlers = own.outer;
    if (own.error)
        printf("%s: %s at %d\n", text, own.error, (int)(at - text));
    return own.error == 0;
}

static int twice(const char **at)
{
    int first;
    if (!protected(parse_sum, *at, &first))
        fail("inner failure");
    return 2 * first;
}

static void parser(void)
{
    static const char *const texts[] = {"1+2", "(1+2)+(3+(4))", "1+", "(1+2", "x", "", "((9"};
    for (int i = 0; i < 7; i++) {
        int result = -1;
        if (protected(parse_sum, texts[i], &result))
            printf("%s = %d\n", texts[i], result);
        if (protected(twice, texts[i], &result))
            printf("twice %s = %d\n", texts[i], result);
    }
}

/* Volatile locals have their last values; other locals are preserved if unchanged. */
static jmp_buf again;

static void jump_again(int value)
{
    longjmp(again, value);
}

static int locals(int parameter)
{
    volatile int changed = 1;
    int kept = parameter * 3;
    double number = parameter / 2.0;
    volatile char bytes[3] = {1, 2, 3};
    struct { int a; long b; } record = {kept, 7};
    int *const heap = malloc(sizeof *heap);
    *heap = 100;
    int turn = setjmp(again);
    printf("turn %d: %d %d %.2f %d %d %ld %d %d\n", turn, changed, kept, number, bytes[1], record.a, record.b,
           *heap, parameter);
    if (turn < 3) {
        changed += 10;
        bytes[1] += 2;
        *heap += turn + 1;
        jump_again(turn + 1);
    }
    int result = *heap + changed + kept;
    free(heap);
    return result;
}

/* The contexts that C allows: the whole condition, compared, negated, or an expression statement. */
static jmp_buf forms;
static int uses;

static void use(void)
{
    if (uses++ < 3)
        longjmp(forms, uses);
}

static void conditions(void)
{
    uses = 0;
    if (setjmp(forms))
        printf("if %d\n", uses);
    use();

    uses = 0;
    switch (setjmp(forms)) {
    case 0: printf("first\n"); use(); printf("not here\n"); break;
    case 1: printf("one\n"); use(); break;
    case 2: printf("two\n"); use(); break;
    default: printf("more\n");
    }

    uses = 0;
    while (setjmp(forms) < 2) {
        printf("while %d\n", uses);
        use();
    }

    uses = 0;
    if (!setjmp(forms))
        use();
    else if (uses < 3)
        use();
    printf("not %d\n", uses);

    uses = 0;
    for (; setjmp(forms) != 3;) {
        printf("for %d\n", uses);
        use();
    }

    uses = 0;
    volatile int turns = 0;
    do {
        printf("do %d %d\n", uses, turns);
        if (turns++)
            use();
    } while (3 > setjmp(forms) && turns < 9);

    uses = 0;
    (void)setjmp(forms);
    printf("void %d\n", uses);
    if (uses < 2)
        use();
}

/* Each iteration saves the context again; the jump returns to the last save. */
static void loops(void)
{
    static jmp_buf place;
    volatile int sum = 0;
    for (volatile int i = 0; i < 5; i++) {
        switch (setjmp(place)) {
        case 0:
            if (i & 1)
                longjmp(place, i);
            sum += 1;
            continue;
        case 3:
            sum += 1000;
            break;
        default:
            sum += 100;
        }
        sum += 10;
    }
    printf("loops %d\n", sum);
}

/* Retries without a loop statement. */
static int retry(int wanted)
{
    jmp_buf start;
    volatile int tries = 0;
    setjmp(start);
    ++tries;
    if (tries < wanted)
        longjmp(start, 1);
    return tries;
}

/* Buffers may be copied, stored in records and on the heap, and used for several jumps. */
static void copies(void)
{
    struct box { int before; jmp_buf place; int after; } box = {1, {0}, 2};
    struct box *copy = malloc(sizeof *copy);
    volatile int count = 0;
    int got = setjmp(box.place);
    printf("copies %d %d %d %d\n", got, count, box.before, box.after);
    if (count++ < 3) {
        memcpy(copy, &box, sizeof box);
        longjmp(copy->place, 40 + count);
    }
    free(copy);
}

/* longjmp through a pointer, from a library callback, and in a recursive function. */
static jmp_buf search;
static int found;

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    if (x == 13 || y == 13) {
        found = x == 13 ? y : x;
        longjmp(search, 2);
    }
    return (x > y) - (x < y);
}

static void callbacks(void)
{
    int numbers[] = {4, 8, 1, 13, 9};
    if (!setjmp(search)) {
        qsort(numbers, 5, sizeof *numbers, compare);
        printf("sorted\n");
    } else {
        printf("left qsort\n");
    }
    void (*jump)(jmp_buf, int) = longjmp;
    int value = setjmp(search);
    if (value == 0)
        jump(search, 77);
    printf("through a pointer %d\n", value);
}

static int fibonacci(int n, jmp_buf *levels)
{
    int code = setjmp(levels[n]);
    if (code)
        return code;
    if (n == 0)
        longjmp(levels[6], 55);
    if (n == 3) {
        volatile int below = 0;
        below = fibonacci(n - 1, levels);
        return below;
    }
    return fibonacci(n - 1, levels) + 1;
}

static void signals(void)
{
    sigjmp_buf place;
    volatile int mask = 1;
    int got = sigsetjmp(place, mask++);
    printf("sigsetjmp %d %d\n", got, mask);
    if (!got)
        siglongjmp(place, 0);
    if (got == 1 && !_setjmp(place))
        longjmp(place, 9);
}

static void *words[5];

__attribute__((noinline)) static void builtin_jump(void)
{
    __builtin_longjmp(words, 1);
}

static void builtins(void)
{
    volatile int seen = 4;
    if (__builtin_setjmp(words) == 0) {
        seen = 5;
        builtin_jump();
    } else {
        printf("builtin %d\n", seen);
    }
}

static void at_exit(void)
{
    jmp_buf place;
    if (!setjmp(place))
        longjmp(place, 3);
    printf("at exit\n");
}

int main(void)
{
    frames();
    parser();
    printf("%d\n", locals(5));
    conditions();
    loops();
    printf("%d\n", retry(6));
    copies();
    callbacks();
    jmp_buf levels[9];
    printf("%d\n", fibonacci(8, levels));
    signals();
    builtins();
    atexit(at_exit);
    static jmp_buf last;
    if (setjmp(last))
        exit(7);
    longjmp(last, 1);
}
