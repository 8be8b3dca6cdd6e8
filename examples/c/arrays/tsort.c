/*
 * Sorts the steps of a build so that each step follows the steps that it needs. SIZE symbolic bytes select steps from 64 fixed
 * steps; tables contain the dependencies and the depth of each step in the dependency graph.
 *
 * Branches: whether a selected step exists, and whether it is deeper in the graph than another selected step.
 * VERIFY:   in the resulting order, no step precedes a step that it needs.
 */
#include <klee/klee.h>

#ifndef SIZE
#define SIZE 2
#endif

enum { STEPS = 64 };

/* For each step, up to two steps that it needs; STEPS means none. */
static const unsigned char needs[STEPS][2] = {
    {64, 64}, {64, 64}, {0, 64},  {0, 1},   {1, 64},  {2, 3},   {2, 64},  {4, 64},  {5, 64},  {5, 6},   {6, 7},
    {7, 64},  {8, 9},   {9, 64},  {10, 64}, {10, 11}, {12, 64}, {12, 13}, {13, 14}, {14, 64}, {15, 64}, {15, 16},
    {16, 17}, {17, 64}, {18, 64}, {18, 19}, {19, 64}, {20, 21}, {21, 64}, {22, 23}, {23, 64}, {24, 25}, {25, 64},
    {26, 64}, {26, 27}, {27, 64}, {28, 29}, {29, 64}, {30, 64}, {30, 31}, {31, 32}, {32, 64}, {33, 34}, {34, 64},
    {35, 36}, {36, 64}, {37, 64}, {37, 38}, {38, 39}, {39, 64}, {40, 41}, {41, 64}, {42, 64}, {42, 43}, {43, 44},
    {44, 64}, {45, 46}, {46, 64}, {47, 48}, {48, 64}, {49, 50}, {50, 64}, {51, 52}, {52, 53}};

/* For each step, its depth in the graph: the length of the longest chain of steps that it needs. */
static const unsigned char depth[STEPS] = {0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 6,
                                           6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9,
                                           9, 9, 9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11};

int main(void)
{
    unsigned char wanted[SIZE], order[SIZE];
    klee_make_symbolic(wanted, SIZE, "wanted");
    for (int i = 0; i < SIZE; i++)
        if (wanted[i] >= STEPS)
            return 0;

    /* Insertion sort by depth: a step is deeper than all steps that it needs. */
    for (int i = 0; i < SIZE; i++) {
        int at = i;
        while (at > 0 && depth[order[at - 1]] > depth[wanted[i]]) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = wanted[i];
    }

#ifdef VERIFY
    for (int i = 0; i < SIZE; i++)
        for (int j = i + 1; j < SIZE; j++)
            klee_assert(needs[order[i]][0] != order[j] && needs[order[i]][1] != order[j]);
#endif
    return 0;
}
