/* Arrays of arrays in records, pointers to arrays, arrays of pointers, decay in all contexts. */
#include <stdio.h>
struct board { char cells[3][3]; int counts[2]; };
static void put(struct board *b, int r, int c, char what) { b->cells[r][c] = what; b->counts[what == 'o']++; }
static char winner(const struct board *b) {
    static const int lines[8][3][2] = {{{0,0},{0,1},{0,2}}, {{1,0},{1,1},{1,2}}, {{2,0},{2,1},{2,2}}, {{0,0},{1,0},{2,0}},
                                       {{0,1},{1,1},{2,1}}, {{0,2},{1,2},{2,2}}, {{0,0},{1,1},{2,2}}, {{0,2},{1,1},{2,0}}};
    for (int i = 0; i < 8; i++) {
        char c = b->cells[lines[i][0][0]][lines[i][0][1]];
        int same = c != 0;
        for (int j = 1; j < 3; j++) same &= b->cells[lines[i][j][0]][lines[i][j][1]] == c;
        if (same) return c;
    }
    return '-';
}
static int (*rotate(int (*m)[2]))[2] { int t = m[0][0]; m[0][0] = m[1][1]; m[1][1] = t; return m + 1; }
int main(void) {
    struct board b = {{{0}}};
    put(&b, 0, 2, 'x');
    put(&b, 1, 1, 'x');
    put(&b, 0, 0, 'o');
    printf("%c ", winner(&b));
    put(&b, 2, 0, 'x');
    printf("%c %d %d\n", winner(&b), b.counts[0], b.counts[1]);
    int m[2][2] = {{1, 2}, {3, 4}};
    int turned = (*rotate(m))[1];
    printf("%d %d\n", turned, m[0][0]);
    int cube[2][3][4], n = 0;
    for (int *p = &cube[0][0][0]; p < (int *)(cube + 2); p++) *p = n++;
    printf("%d %d %td\n", cube[1][2][3], *(*(*(cube + 1) + 1) + 1), &cube[1][0][0] - &cube[0][2][3]);
    int *rows[2] = {m[1], m[0]};
    printf("%d %d\n", rows[0][0], *rows[1]);
    struct { int a[2]; } s[2] = {{{1, 2}}, {{3, 4}}}, *q = s;
    printf("%d ", q++->a[1]);
    printf("%d %zu\n", q->a[0], sizeof(q->a));
    return 0;
}
