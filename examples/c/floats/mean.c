/*
 * The mean of SIZE samples between 0 and 1000, and the number of samples above it.
 *
 * Branches: whether a sample is in range, and whether it is above the mean.
 * VERIFY:   the mean is in range, and at least one sample is at most slightly greater than the mean.
 */
#include <klee/klee.h>

#ifndef SIZE
#define SIZE 2
#endif

int main(void)
{
    float sample[SIZE], sum = 0;
    klee_make_symbolic(sample, sizeof sample, "sample");

    for (int i = 0; i < SIZE; i++) {
        if (!(sample[i] >= 0 && sample[i] <= 1000))
            return 0;
        sum += sample[i];
    }
    float mean = sum / SIZE;
    int above = 0;
    for (int i = 0; i < SIZE; i++)
        if (sample[i] > mean + 1)
            above++;
#ifdef VERIFY
    klee_assert(mean >= 0 && mean <= 1000);
    klee_assert(above < SIZE);
#endif
    return above;
}
