/* Sparse initializers of large objects. */
#include <stdio.h>

static int far[] = {[30000000] = 0};
static char text[1 << 20] = "abc";
static struct {
    char name[1 << 20];
    char last[4];
} pair = {"x"};
static char *names[1 << 20] = {"first", [3] = "fourth", [3] = 0, [2] = "third"};
static struct {
    unsigned a : 3, b : 5;
    long gap[1 << 16];
    unsigned c : 4;
} bits = {5, 17, {1, 2}, 0};
static int *literal = (int[1 << 18]){1, 2, [5] = 6, [5] = 0};

int main(void)
{
    int local[1 << 20] = {1, 2, [9] = 3, 4, 5, 6, 7, [1000000] = 8, 9, [1000002] = 0};
    printf("%zu %d %s %s%s\n", sizeof far, far[29999999], text, pair.name, pair.last);
    printf("%s %d %s %d\n", names[0], names[1] == 0, names[2], names[3] == 0);
    printf("%u %u %ld %ld %ld %u\n", bits.a, bits.b, bits.gap[1], bits.gap[2], bits.gap[65535], bits.c);
    printf("%d %d %d\n", literal[1], literal[5], literal[(1 << 18) - 1]);
    printf("%d %d %d %d %d\n", local[10], local[13], local[14], local[1000001], local[1000002]);
    return 0;
}
