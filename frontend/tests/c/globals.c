/* Globals: tentative definitions, addresses, const, arrays completed later, aliasing through pointers. */
#include <stdio.h>
int tentative;
int tentative;
extern int later;
int list[];
static int hidden = 4;
const int fixed = 6, copy = fixed + 1;
int *to_hidden = &hidden, **to_pointer = &to_hidden;
int list[3] = {1, 2};
char buffer[10], *end = buffer + sizeof buffer;
struct item { int id; struct item *peer; } items[2] = {{1, items + 1}, {2, &items[0]}};
int (*table[])(const char *) = {puts};
unsigned long size = sizeof(struct item) * 2;
long difference = (char *)&items[1] - (char *)&items[0];
int truth = &hidden != 0 && sizeof(int) == 4 ? -1 : 2;
static void bump(void) { hidden++; tentative += hidden; later--; }
int main(void) {
    bump();
    table[0]("bump");
    bump();
    printf("%d %d %d %d\n", tentative, later, **to_pointer, list[1] + list[2]);
    *to_hidden = 100;
    printf("%d %d %d %td\n", hidden, fixed, copy, end - buffer);
    printf("%d %d %lu %ld %d\n", items[0].peer->id, items[1].peer->peer->id, size, difference, truth);
    return later;
}
int later = 12;
