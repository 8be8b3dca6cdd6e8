/* Absolute values, quotients, bit operations. */
#include "support.h"
#include <inttypes.h>
#include <limits.h>
#include <strings.h>

int main(void)
{
    static const long values[] = {0, 1, -1, 2, -2, 7, -7, 100, -100, INT_MAX, -INT_MAX, 1L << 40, -(1L << 40) + 3, LONG_MAX, -LONG_MAX};
    for (unsigned i = 0; i < COUNT(values); i++) {
        long n = values[i];
        printf("%ld: %ld %lld %jd %d\n", n, labs(n), llabs(n), imaxabs(n), (int)n == INT_MIN ? 0 : abs((int)n));
        printf("ffs %d\n", ffs((int)n));
        for (unsigned j = 0; j < COUNT(values); j++) {
            long m = values[j];
            if (m == 0)
                continue;
            ldiv_t l = ldiv(n, m);
            lldiv_t ll = lldiv(n, m);
            imaxdiv_t max = imaxdiv(n, m);
            printf("%ld %ld %lld %lld %jd %jd", l.quot, l.rem, ll.quot, ll.rem, max.quot, max.rem);
            if ((int)m != 0 && (int)n == n && (int)m == m) {
                div_t d = div((int)n, (int)m);
                printf(" %d %d", d.quot, d.rem);
            }
            printf("\n");
        }
    }
    for (int bit = 0; bit < 32; bit++)
        printf("%d ", ffs((int)(1u << bit)));
    printf("\n");
    return 0;
}
