/* Quicksort of an array on the heap. */
#include <stdlib.h>

static void sort(int *a, int low, int high) {
    while (low < high) {
        int pivot = a[(low + high) / 2], i = low, j = high;
        while (i <= j) {
            while (a[i] < pivot)
                i++;
            while (a[j] > pivot)
                j--;
            if (i <= j) {
                int t = a[i];
                a[i++] = a[j];
                a[j--] = t;
            }
        }
        if (j - low < high - i) {
            sort(a, low, j);
            low = i;
        } else {
            sort(a, i, high);
            high = j;
        }
    }
}

int main(void) {
    enum { N = 200000 };
    int *a = malloc(N * sizeof *a);
    unsigned seed = 1;
    for (int i = 0; i < N; i++) {
        seed = seed * 1103515245u + 12345u;
        a[i] = (int)(seed >> 8);
    }
    sort(a, 0, N - 1);
    int ordered = 1;
    for (int i = 1; i < N; i++)
        ordered &= a[i - 1] <= a[i];
    free(a);
    return ordered;
}
