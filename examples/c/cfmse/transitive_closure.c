/*
 * Warshall's loops over a relation on SIZE elements, with truth values combined by bitwise operators.
 *
 * Branches: `d | graph[i][j]`, one branch without short circuit. The store in its body makes later conditions
 *           depend on earlier ones. (It stores `d` alone, so a pair can also be lost.)
 * VERIFY:   the result equals the result of the same loops on a copy without the branch.
 * Paths:    SIZE 3: 49.
 * MERGE:    marks the branches for --merge=manual.
 */
#include <klee/klee.h>
#include <stdbool.h>
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

static void transitive_closure(bool *graph, int n) {
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        int d = graph[i * n + k] & graph[k * n + j];
        open_merge();
        if (d | graph[i * n + j])
          graph[i * n + j] = d;
        close_merge();
      }
    }
  }
}

#ifdef VERIFY
/* The same loops without the branch: if `d | graph[i][j]` is 0, both are 0, so storing d changes nothing. */
static void branch_free(bool *graph, int n) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        graph[i * n + j] = graph[i * n + k] & graph[k * n + j];
}
#endif

int main(void) {
  bool *graph = malloc(SIZE * SIZE * sizeof(bool));
  klee_make_symbolic(graph, SIZE * SIZE * sizeof(bool), "graph");
  for (int i = 0; i < SIZE; i++)
    graph[i * SIZE + i] = true;

#ifdef VERIFY
  bool *copy = malloc(SIZE * SIZE * sizeof(bool));
  for (int i = 0; i < SIZE * SIZE; i++)
    copy[i] = graph[i];
#endif

  transitive_closure(graph, SIZE);

#ifdef VERIFY
  branch_free(copy, SIZE);
  for (int i = 0; i < SIZE * SIZE; i++)
    klee_assert(graph[i] == copy[i]);
  free(copy);
#endif
  free(graph);
  return 0;
}
