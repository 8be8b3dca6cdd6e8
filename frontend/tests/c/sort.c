/* Algorithms: sieve, quicksort, matrix product, string reversal, checksum. */
#include <stdio.h>
#include <stdint.h>
#include <string.h>
static void quick(int *a, int low, int high) {
    if (low >= high) return;
    int pivot = a[(low + high) / 2], i = low, j = high;
    while (i <= j) {
        while (a[i] < pivot) i++;
        while (a[j] > pivot) j--;
        if (i <= j) { int t = a[i]; a[i++] = a[j]; a[j--] = t; }
    }
    quick(a, low, j);
    quick(a, i, high);
}
static uint32_t crc(const char *s) {
    uint32_t c = ~0u;
    for (; *s; s++) {
        c ^= (uint8_t)*s;
        for (int k = 0; k < 8; k++) c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
    }
    return ~c;
}
int main(void) {
    char sieve[100] = {0};
    int count = 0, data[50];
    for (int i = 2; i < 100; i++) {
        if (sieve[i]) continue;
        count++;
        for (int j = i * i; j < 100; j += i) sieve[j] = 1;
    }
    uint64_t seed = 88172645463325252ull;
    for (int i = 0; i < 50; i++) {
        seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
        data[i] = (int)(seed % 1000);
    }
    quick(data, 0, 49);
    for (int i = 1; i < 50; i++) if (data[i - 1] > data[i]) printf("wrong\n");
    printf("%d %d %d %08x\n", count, data[0], data[49], crc("123456789"));
    double m[2][2] = {{1, 1}, {1, 0}}, r[2][2] = {{1, 0}, {0, 1}};
    for (int n = 0; n < 30; n++) {
        double t[2][2] = {{0}};
        for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) for (int k = 0; k < 2; k++) t[i][j] += r[i][k] * m[k][j];
        memcpy(r, t, sizeof r);
    }
    printf("%.0f\n", r[0][1]);
    char text[] = "reverse me";
    for (char *a = text, *b = text + strlen(text) - 1; a < b; a++, b--) { char t = *a; *a = *b; *b = t; }
    puts(text);
    return count;
}
