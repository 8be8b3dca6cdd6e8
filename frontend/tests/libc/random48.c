/* rand_r and the 48-bit generators. */
#include "support.h"

int main(void)
{
    unsigned seed = 1;
    for (int i = 0; i < 100; i++)
        add((unsigned long)rand_r(&seed));
    report("rand_r");
    printf("%.17g %ld %ld\n", drand48(), 0L, 0L);
    srand48(42);
    for (int i = 0; i < 50; i++) {
        double x = drand48();
        add_bytes(&x, sizeof x);
        add((unsigned long)lrand48());
        add((unsigned long)mrand48());
    }
    report("drand48");
    unsigned short own[3] = {1, 2, 3};
    for (int i = 0; i < 50; i++) {
        double x = erand48(own);
        add_bytes(&x, sizeof x);
        add((unsigned long)nrand48(own));
        add((unsigned long)jrand48(own));
    }
    report("erand48");
    unsigned short *before = seed48(own);
    printf("%d %d %d %ld\n", before[0], before[1], before[2], lrand48());
    unsigned short parameters[7] = {9, 8, 7, 6, 5, 4, 3};
    lcong48(parameters);
    printf("%ld\n", lrand48());
    printf("%ld\n", nrand48(own));
    srand48(-1);
    printf("%ld\n", mrand48());
    return 0;
}
