/* Functions of the C library by other names, so that no header is included before the program. */
int symtool_test_fork(void) __asm__("fork");
int symtool_test_waitpid(int, int *, int) __asm__("waitpid");
void symtool_test_exit(int) __asm__("exit");
void symtool_test_exit_now(int) __asm__("_exit");
void symtool_test_abort(void) __asm__("abort");
int symtool_test_dprintf(int, const char *, ...) __asm__("dprintf");
void *symtool_test_malloc(unsigned long) __asm__("malloc");
char *symtool_test_strdup(const char *) __asm__("strdup");
int symtool_test_strcmp(const char *, const char *) __asm__("strcmp");
unsigned long symtool_test_strlen(const char *) __asm__("strlen");
int symtool_test_strncmp(const char *, const char *, unsigned long) __asm__("strncmp");
void *symtool_test_memcpy(void *, const void *, unsigned long) __asm__("memcpy");
void *symtool_test_memset(void *, int, unsigned long) __asm__("memset");

/* Exit statuses of the run: the first if a sanitizer found a failure, the second if the input does not meet an assumption. */
enum { SYMTOOL_TEST_FAILED = 86, SYMTOOL_TEST_UNMET = 87 };

const char *__asan_default_options(void)
{
    return "exitcode=86:detect_stack_use_after_return=1:detect_leaks=1:allocator_may_return_null=1";
}

const char *__ubsan_default_options(void)
{
    return "exitcode=86";
}

const char *__lsan_default_options(void)
{
    return "exitcode=86";
}

struct symtool_test_name {
    const char *name;
    unsigned long count;
    struct symtool_test_name *next;
};

static struct symtool_test_name *symtool_test_names;

/* Returns how many inputs called NAME the program has created before. */
static unsigned long symtool_test_earlier(const char *name)
{
    struct symtool_test_name *known = symtool_test_names;
    while (known && symtool_test_strcmp(known->name, name) != 0)
        known = known->next;
    if (!known) {
        known = symtool_test_malloc(sizeof *known);
        known->name = symtool_test_strdup(name);
        known->count = 0;
        known->next = symtool_test_names;
        symtool_test_names = known;
    }
    return known->count++;
}

/* Returns whether FULL is NAME for EARLIER = 0, and NAME_EARLIER otherwise. */
static int symtool_test_is(const char *full, const char *name, unsigned long earlier)
{
    unsigned long length = symtool_test_strlen(name);
    char digits[24];
    int at = sizeof digits - 1;
    if (symtool_test_strncmp(full, name, length) != 0)
        return 0;
    if (earlier == 0)
        return full[length] == 0;
    digits[at] = 0;
    for (; earlier > 0; earlier /= 10)
        digits[--at] = '0' + earlier % 10;
    return full[length] == '_' && symtool_test_strcmp(full + length + 1, digits + at) == 0;
}

/* Fills an object with the next input called NAME. An input that the test case does not have is zero. */
static void symtool_test_fill(void *object, unsigned long size, const char *name)
{
    unsigned long earlier = symtool_test_earlier(name);
    symtool_test_memset(object, 0, size);
    for (const struct symtool_test_input *input = symtool_test_inputs; input->name; input++) {
        if (symtool_test_is(input->name, name, earlier)) {
            symtool_test_memcpy(object, input->bytes, input->size < size ? input->size : size);
            return;
        }
    }
}

/* Ends the run if the input does not meet an assumption of the program. */
static void symtool_test_assume(int condition)
{
    if (!condition) {
        symtool_test_dprintf(2, "symtool: the input does not meet an assumption of the program\n");
        symtool_test_exit_now(SYMTOOL_TEST_UNMET);
    }
}

/* Fails with a message. */
static void symtool_test_fail(const char *message)
{
    symtool_test_dprintf(2, "symtool: %s\n", message);
    symtool_test_abort();
}
