/*
 * A thermostat with hysteresis: SIZE readings in half degrees switch the heating on and off.
 *
 * Branches: whether a temperature is below the lower or above the upper limit, and its conversion to an integer.
 * VERIFY:   a displayed temperature differs from the reading by at most half a degree.
 */
#include <klee/klee.h>

#ifndef SIZE
#define SIZE 2
#endif

int main(void)
{
    short reading[SIZE];
    klee_make_symbolic(reading, sizeof reading, "reading");

    int heats = 0, switched = 0;
    for (int i = 0; i < SIZE; i++) {
        float degrees = reading[i] * 0.5f;
        if (!heats && degrees < 18.5f) {
            heats = 1;
            switched++;
        } else if (heats && degrees > 20.5f) {
            heats = 0;
            switched++;
        }
        int shown = (int)(degrees < 0 ? degrees - 0.5f : degrees + 0.5f);
#ifdef VERIFY
        klee_assert(shown * 2 - reading[i] <= 1 && reading[i] - shown * 2 <= 1);
#endif
        (void)shown;
    }
    return switched;
}
