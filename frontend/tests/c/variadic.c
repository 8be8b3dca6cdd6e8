/* Variadic functions, and passing a va_list to another function. */
#include <stdarg.h>
#include <stdio.h>
struct pair { int a; double b; };
static int vsum(int n, va_list list) {
    int total = 0;
    while (n-- > 0) total += va_arg(list, int);
    return total;
}
static int sum(int n, ...) {
    va_list list;
    va_start(list, n);
    int total = vsum(n, list);
    va_end(list);
    return total;
}
static void show(const char *format, ...) {
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    for (const char *p = format; *p; p++) switch (*p) {
        case 'i': printf("%d ", va_arg(list, int)); break;
        case 'l': printf("%ld ", va_arg(list, long)); break;
        case 'd': printf("%.2f ", va_arg(list, double)); break;
        case 's': printf("%s ", va_arg(list, char *)); break;
        case 'p': { struct pair q = va_arg(list, struct pair); printf("%d/%.1f ", q.a, q.b); } break;
    }
    printf("again %d\n", *format == 'i' ? va_arg(again, int) : -1);
    va_end(again);
    va_end(list);
}
static int inner(va_list *list) { return va_arg(*list, int); }
static int by_pointer(int n, ...) {
    va_list list;
    va_start(list, n);
    int first = inner(&list), second = va_arg(list, int);
    va_end(list);
    return first * 10 + second;
}
static void to_buffer(char *to, size_t size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(to, size, format, list);
    va_end(list);
}
int main(void) {
    printf("%d %d\n", sum(0), sum(5, 1, 2, 3, 4, 5));
    struct pair q = {7, 8.5};
    show("ildsp", 1, 2L, 3.5f, "four", q);
    show("s", "x");
    char c = 'c';
    short s = -2;
    show("ii", c, s);
    printf("%d\n", by_pointer(2, 4, 2));
    char buffer[32];
    to_buffer(buffer, sizeof buffer, "%s-%03d-%c", "ab", 7, 'z');
    printf("%s %5d|%-5d|%05.1f|%x|%%\n", buffer, 42, 42, 3.14159, 255);
    return 0;
}
