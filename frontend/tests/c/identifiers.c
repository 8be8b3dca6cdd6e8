/* Letters of identifiers: universal character names, characters beyond ASCII, dollar signs. */
#include <stdio.h>

int π = 3;
int π² = 9;
static int twoπ_\u03C0 = 6;
int 😀ÿ = 2;
static int a$b(int $) { return $ + 1; }

struct $s {
    int $member;
};

int main(void)
{
    struct $s s = {.$member = 5};
    int \u00e9t\u00e9 = 1;
    été++;
    printf("%d %d %d %d %d %d %d %s\n", π, π², twoπ_π, 😀ÿ, a\u0024b(7), s.$member, été, __func__);
    return 0;
}
