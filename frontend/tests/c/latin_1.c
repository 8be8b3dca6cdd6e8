/* Literals in Latin-1: their bytes are kept. Café. */
#include <stdio.h>

static const char word[] = "naïve café ©";

int main(void)
{
    for (const char *s = word; *s; s++)
        printf("%d ", *s);
    printf("%d %d\n", (int)sizeof word, 'é');
    return 0;
}
