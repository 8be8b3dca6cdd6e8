/*
 * Recursive top-down merge sort of SIZE integers; the halves are copied to variable-length arrays.
 *
 * Branches: the comparison in the merge loop. It determines the next index of each half, so after a meld the loop
 *           conditions and the addresses are symbolic: melding makes this program more expensive.
 * VERIFY:   the result is in ascending order.
 * Paths:    one per permutation that a stable sort distinguishes (SIZE 5: 120).
 * MERGE:    marks the branches for --merge=manual.
 */
#include <klee/klee.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 5
#endif

#ifdef MERGE
#define open_merge() klee_open_merge()
#define close_merge() klee_close_merge()
#else
#define open_merge() ((void)0)
#define close_merge() ((void)0)
#endif

static void merge(int *data, int left, int middle, int right) {
  int n1 = middle - left + 1;
  int n2 = right - middle;
  int L[n1], R[n2];
  for (int i = 0; i < n1; i++)
    L[i] = data[left + i];
  for (int j = 0; j < n2; j++)
    R[j] = data[middle + 1 + j];

  int i = 0, j = 0, k = left;
  while (i < n1 && j < n2) {
    open_merge();
    if (L[i] <= R[j]) {
      data[k] = L[i];
      i++;
    } else {
      data[k] = R[j];
      j++;
    }
    close_merge();
    k++;
  }
  while (i < n1) {
    data[k] = L[i];
    i++;
    k++;
  }
  while (j < n2) {
    data[k] = R[j];
    j++;
    k++;
  }
}

static void merge_sort(int *data, int left, int right) {
  if (left < right) {
    int middle = left + (right - left) / 2;
    merge_sort(data, left, middle);
    merge_sort(data, middle + 1, right);
    merge(data, left, middle, right);
  }
}

int main(void) {
  int *data = malloc(SIZE * sizeof(int));
  klee_make_symbolic(data, SIZE * sizeof(int), "data");

  merge_sort(data, 0, SIZE - 1);

#ifdef VERIFY
  for (int i = 0; i + 1 < SIZE; i++)
    klee_assert(data[i] <= data[i + 1]);
#endif
  free(data);
  return 0;
}
