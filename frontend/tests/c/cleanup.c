/* The cleanup attribute: all ways to leave a scope. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLEAN(f) __attribute__((cleanup(f)))

static int seen;

static void note(int *p)
{
    printf("[%d]", *p);
    seen = seen * 3 + *p;
}

static void drop(char **p)
{
    printf("<%s>", *p);
    free(*p);
}

static int value(int x)
{
    int a CLEAN(note) = x;
    int b __attribute__((__cleanup__(note))) = x + 1;
    if (x == 2)
        return a++ + b++;
    a = 9;
    return a;
}

static int loops(int n)
{
    int steps = 0;
    for (int i CLEAN(note) = 0; i < n; i++) {
        int inner CLEAN(note) = 10 + i;
        if (i == 1)
            continue;
        if (i == 3)
            break;
        steps++;
    }
    while (1) {
        int w CLEAN(note) = 20;
        switch (n) {
        case 5: {
            int s CLEAN(note) = 30;
            break;
        }
        default:
            break;
        }
        if (steps++ > 3)
            break;
    }
    return steps;
}

static void jumps(int n)
{
    int outer CLEAN(note) = 40;
again:;
    {
        int in CLEAN(note) = 50 + n;
        if (n++ < 2)
            goto again;
        if (n == 3)
            goto same;
        in = 60;
    same:
        in++;
    }
    if (n == 3)
        goto end;
    printf("not here");
end:
    outer = 41;
}

static void nothing(int n)
{
    CLEAN(note) int x = 70;
    __auto_type y CLEAN(note) = 71;
    if (n)
        return note(&n);
    x++;
}

struct pair {
    long a, b, c;
};

static void wipe(struct pair *p)
{
    printf("{%ld}", p->b);
    memset(p, 0, sizeof *p);
}

static struct pair whole(long b)
{
    struct pair p CLEAN(wipe) = {1, b, 3};
    return p;
}

int main(void)
{
    printf("=%d\n", value(2));
    printf("=%d\n", value(5));
    printf("=%d\n", loops(5));
    jumps(0);
    nothing(0);
    nothing(72);
    int from = ({ int t CLEAN(note) = 80; t + 1; });
    ({ int t CLEAN(note) = 82; (void)t; });
    char *text CLEAN(drop) = strdup("text");
    char *CLEAN(drop) other = strdup("other");
    printf("\n%d %d %ld\n", from, seen, whole(7).b + whole(8).c);
    return seen & 0x7f;
}
