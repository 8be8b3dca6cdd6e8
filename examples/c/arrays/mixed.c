/*
 * Adds the costs of SIZE orders. A table contains the costs of 200 tariffs, three of which are inputs; each order selects a tariff.
 *
 * Branches: whether an order is expensive, and whether the sum exceeds a limit.
 * VERIFY:   an order that is not expensive costs at most the limit; the sum is the sum of the parts.
 */
#include <klee/klee.h>

#ifndef SIZE
#define SIZE 2
#endif

enum { TARIFFS = 200, DEAR = 60 };

static unsigned char cost[TARIFFS] = {
    5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5,
    5, 5, 5, 5, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9,
    9, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12,
    12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 20, 20, 20, 20, 20, 20, 20, 20, 20,
    20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20,
    20, 20, 20, 20, 44, 44, 44, 44, 44, 44, 44, 44, 44, 44, 44, 44, 44, 44, 44, 44,
    44, 44, 44, 44, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61,
    61, 61, 61, 61, 61, 61, 75, 75, 75, 75, 75, 75, 75, 75, 75, 75, 75, 75, 75, 75,
    75, 75, 75, 75, 75, 75, 75, 75, 75, 75, 75, 75, 75, 75, 75, 75, 75, 75, 75, 75,
    75, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90,
};

int main(void)
{
    unsigned char known_later[3], order[SIZE];
    klee_make_symbolic(known_later, sizeof known_later, "known_later");
    klee_make_symbolic(order, SIZE, "order");

    cost[37] = known_later[0];
    cost[90] = known_later[1];
    cost[171] = known_later[2];

    unsigned sum = 0;
    int dear = 0;
    for (int i = 0; i < SIZE; i++) {
        if (order[i] >= TARIFFS)
            return 0;
        unsigned price = cost[order[i]];
        if (price > DEAR)
            dear++;
        sum += price;
    }
    if (sum > 50 * SIZE)
        dear |= 0x100;
#ifdef VERIFY
    klee_assert((dear & 0xff) <= SIZE);
    if ((dear & 0xff) == 0)
        klee_assert(sum <= DEAR * SIZE);
    if ((dear & 0xff) == SIZE)
        klee_assert(sum > DEAR * SIZE);
#endif
    return 0;
}
