/* Identifiers with letters beyond ASCII, written directly and as universal character names. */
#include <stdio.h>
typedef struct größe { int höhe, \u00e9t\u00e9; } Größe;
enum { α = 1, β };
#define MAL(ñ) ((ñ) * 2)
static int carré(int \u00e0) { printf("%s\n", __func__); return \u00e0 * à; }
int \u65e5\u672c = 5;
int main(void) {
    Größe x = {.höhe = 3, .été = 4};
    int é = carré(x.h\u00f6he);
    if (é < 0) goto fin_é;
    printf("%d %d %d %d é \u00e9 %d\n", é, x.été, β, MAL(日本), (int)'\'');
fin_é:
    return α + \u00e9;
}
