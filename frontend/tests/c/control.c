/* All loops, nested breaks and continues, goto into and out of blocks, unreachable code with labels. */
#include <stdio.h>
static int find(int n) {
    for (int i = 2;; i++) {
        if (i * i > n) return n;
        if (n % i) continue;
        return i;
    }
}
static int jump(int n) {
    int count = 0;
    goto middle;
top:
    count += 10;
    if (count > 35) return count;
middle:
    count += n;
    if (count < 100) goto top;
    return -count;
}
static int into(int n) {
    int total = 0;
    if (n > 3) goto inside;
    for (int i = 0; i < 4; i++) {
        total += 100;
    inside:
        total++;
        if (total > 1000) break;
        i = total;
    }
    return total;
}
static int dead(int n) {
    if (0) {
    there:
        return n + 1;
    }
    while (0) n = 100;
    if (1) goto there;
    return 5;
}
int main(void) {
    int i = 0, j, sum = 0;
    while (i < 10) {
        i++;
        if (i == 3) continue;
        if (i == 8) break;
        sum += i;
    }
    do sum++; while (--i > 0);
    for (i = 0, j = 10; i < j; i++, j--)
        for (int k = 0; k < 3; k++) {
            if (k == i) break;
            sum += k;
        }
    printf("%d %d %d\n", sum, i, j);
    printf("%d %d %d\n", find(91), find(97), find(4));
    printf("%d %d %d %d\n", jump(1), jump(90), into(1), into(5));
    printf("%d\n", dead(1));
    for (;;) { if (++sum % 17 == 0) break; }
    { { goto out; } sum = -1; }
out:
    return sum % 100;
}
