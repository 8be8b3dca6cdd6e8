/* The type of `?:` on two pointers: a null pointer constant adopts the other type; `(const void *)0` is not one. */
#include <stdio.h>

#define NAME(e)                                                                                    \
    _Generic((e), int *: "int *", const int *: "const int *", void *: "void *",                    \
        const void *: "const void *", default: "other")

int main(void)
{
    int x = 1;
    int *p = &x;
    const int *c = &x;
    void *v = p;
    printf("%s, %s, %s, %s\n", NAME(1 ? p : v), NAME(1 ? p : (void *)0), NAME(1 ? c : p),
           NAME(1 ? c : v));
    printf("%s, %s, %s\n", NAME(0 ? 0 : p), NAME(1 ? (const void *)0 : p), NAME(1 ? (void *)(1 - 1) : c));
    printf("%s\n", NAME(1 ? (void *)(long)&x : c));
    return 0;
}
