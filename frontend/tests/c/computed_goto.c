/* GNU C: addresses of labels, tables of them, a small interpreter. */
#include <stdio.h>
static int interpret(const unsigned char *code) {
    static void *const table[] = {&&halt, &&push, &&add, &&twice};
    int stack[8], top = 0;
    goto *table[*code];
push:
    stack[top++] = *++code;
    goto *table[*++code];
add:
    top--;
    stack[top - 1] += stack[top];
    goto *table[*++code];
twice:
    stack[top - 1] *= 2;
    goto *table[*++code];
halt:
    return stack[top - 1];
}
static int pick(int n) {
    void *where = n > 2 ? &&big : &&small;
    n += 10;
    goto *where;
small:
    return -n;
big:
    return n;
}
int main(void) {
    const unsigned char code[] = {1, 20, 1, 3, 2, 3, 3, 0};
    printf("%d %d %d\n", interpret(code), pick(1), pick(5));
    return 0;
}
