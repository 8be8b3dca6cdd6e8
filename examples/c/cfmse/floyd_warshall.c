/*
 * Floyd and Warshall's shortest paths between all pairs of SIZE vertices; sums wrap around on overflow.
 *
 * Branches: `if (d < shortest) shortest = d` for each of SIZE^3 triples.
 * VERIFY:   the result equals the result of a copy without branches, which multiplies by the comparison.
 * Paths:    SIZE 3: more than 1400; plain exploration does not finish in a minute.
 * MERGE:    marks the branches for --merge=manual.
 */
#include <klee/klee.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 3
#endif

#ifdef MERGE
#define open_merge() klee_open_merge()
#define close_merge() klee_close_merge()
#else
#define open_merge() ((void)0)
#define close_merge() ((void)0)
#endif

static void floyd_warshall(int *distance, int n) {
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        int d = (int)((unsigned)distance[i * n + k] + (unsigned)distance[k * n + j]);
        open_merge();
        if (d < distance[i * n + j])
          distance[i * n + j] = d;
        close_merge();
      }
    }
  }
}

#ifdef VERIFY
static void branch_free(int *distance, int n) {
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        int d = (int)((unsigned)distance[i * n + k] + (unsigned)distance[k * n + j]);
        int shorter = d < distance[i * n + j];
        distance[i * n + j] = shorter * d + (1 - shorter) * distance[i * n + j];
      }
    }
  }
}
#endif

int main(void) {
  int *distance = malloc(SIZE * SIZE * sizeof(int));
  klee_make_symbolic(distance, SIZE * SIZE * sizeof(int), "distance");
  for (int i = 0; i < SIZE; i++)
    distance[i * SIZE + i] = 0;

#ifdef VERIFY
  int *copy = malloc(SIZE * SIZE * sizeof(int));
  for (int i = 0; i < SIZE * SIZE; i++)
    copy[i] = distance[i];
#endif

  floyd_warshall(distance, SIZE);

#ifdef VERIFY
  branch_free(copy, SIZE);
  for (int i = 0; i < SIZE * SIZE; i++)
    klee_assert(distance[i] == copy[i]);
  free(copy);
#endif
  free(distance);
  return 0;
}
