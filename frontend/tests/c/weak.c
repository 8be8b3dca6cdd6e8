/* The address of a weak symbol is null if it is undefined, else its own. */
#include <stdio.h>
#include <stdlib.h>

extern int missing(int) __attribute__((weak));
extern int missing_too(void) __attribute__((weak));
extern int missing_data[4] __attribute__((weak));
extern int later(void) __attribute__((weak));
extern double sqrt(double) __attribute__((weak));
extern size_t strlen(const char *) __attribute__((weak));
extern int no_such_thing_anywhere __attribute__((weak));
#pragma weak missing_by_pragma
extern int missing_by_pragma(void), missing_by_later_pragma;
#pragma weak missing_by_later_pragma
int other_name(void);
int other_name(void) __attribute__((weak, alias("later")));
__attribute__((weak)) int counter = 4;
int zeroed __attribute__((weak));

static int (*table[])(int) = {missing, abs};
static int *data = missing_data, *counted = &counter;

int later(void)
{
    return 12;
}

static const char *word(int there)
{
    return there ? "there" : "missing";
}

int main(void)
{
    puts(word(missing != 0));
    if (missing)
        return missing(1);
    if (!missing_too)
        puts("not there");
    while (missing_too && missing_too() > 3)
        puts("never");
    puts(word(missing ? 1 : 0));
    puts(word(&missing != NULL && 1));
    puts(word(missing_data != 0));
    puts(word(missing_by_pragma != 0));
    puts(word(&missing_by_later_pragma != 0));
    puts(word(&no_such_thing_anywhere != 0));
    puts(word((_Bool)missing));
    puts(word(!missing));
    puts(word(missing == missing_too));
    puts(word(later != 0));
    puts(word(strlen != 0));
    printf("%d %d %d %d\n", table[0] == 0, table[1] == abs, data == 0, *counted);
    printf("%d %d\n", other_name == later, other_name());
    printf("%p %p %d\n", (void *)missing, (void *)missing_data, zeroed);
    return strlen ? (int)strlen("four") : 0;
}
