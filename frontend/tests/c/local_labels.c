/* Local labels (`__label__`) hide those of the function and of other blocks. */
#include <stdio.h>

#define FIND(table, count, wanted)                                                                 \
    ({                                                                                             \
        __label__ done;                                                                            \
        int at;                                                                                    \
        for (at = 0; at < (count); at++)                                                           \
            if ((table)[at] == (wanted))                                                           \
                goto done;                                                                         \
        at = -1;                                                                                   \
    done:                                                                                          \
        at;                                                                                        \
    })

static int blocks(int way)
{
    int sum = 0;
    {
        __label__ l;
        if (way == 1)
            goto l;
        sum = 1;
    l:
        sum += 2;
    }
    {
        __label__ l, m;
        goto m;
    l:
        sum += 100;
        goto out;
    m:
        sum += 10;
        goto l;
    out:;
    }
    if (way == 3)
        goto l;
    sum += 1000;
l:
    return sum;
}

static int computed(int way)
{
    __label__ a, b;
    void *table[] = {&&a, &&b};
    int inner = ({
        __label__ a;
        int i = 0;
    a:
        if (i++ < 3)
            goto a;
        i;
    });
    goto *table[way];
a:
    return inner;
b:
    return inner + 10;
}

int main(void)
{
    int table[] = {4, 5, 6};
    printf("%d %d %d\n", FIND(table, 3, 6), FIND(table, 3, 9), FIND(table, 3, 4));
    for (int way = 0; way < 4; way++)
        printf("%d ", blocks(way));
    printf("%d %d\n", computed(0), computed(1));
    return 0;
}
