/* Random numbers: glibc's exact sequence. */
#include "support.h"

int main(void)
{
    for (int i = 0; i < 40; i++)
        printf("%ld\n", i % 3 == 0 ? random() : (long)rand());
    static const unsigned seeds[] = {0, 1, 2, 42, 2147483647u, 2147483648u, 4294967295u, 123456789};
    for (unsigned i = 0; i < COUNT(seeds); i++) {
        srand(seeds[i]);
        for (int k = 0; k < 400; k++)
            add(rand());
        report("srand");
        srandom(seeds[i]);
        for (int k = 0; k < 40; k++)
            add(random());
        report("srandom");
    }
    return 0;
}
