/*
 * Prim's minimum spanning tree over a matrix of SIZE*SIZE weights; weight 0 means "no edge".
 *
 * Branches: the search for the cheapest vertex, `taken[v] == false && key[v] < min`, and the relaxation,
 *           `w && taken[v] == false && w < key[v]`. The vertex found is used as an index: once the search is
 *           melded, addresses are symbolic.
 * VERIFY:   the key of a reached vertex is the weight of the edge from its parent.
 * Paths:    SIZE 4: 53392.
 * MERGE:    marks the branches for --merge=manual.
 */
#include <klee/klee.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 4
#endif

#ifdef MERGE
#define open_merge() klee_open_merge()
#define close_merge() klee_close_merge()
#else
#define open_merge() ((void)0)
#define close_merge() ((void)0)
#endif

static int min_key(const int *key, const bool *taken, int n) {
  int min = INT_MAX;
  int min_index = 0;
  for (int v = 0; v < n; v++) {
    open_merge();
    if (taken[v] == false && key[v] < min) {
      min = key[v];
      min_index = v;
    }
    close_merge();
  }
  return min_index;
}

static void prim(const int *graph, int *parent, int *key, bool *taken, int n) {
  for (int i = 0; i < n; i++) {
    key[i] = INT_MAX;
    taken[i] = false;
    parent[i] = 0;
  }
  key[0] = 0;
  for (int count = 0; count < n - 1; count++) {
    int u = min_key(key, taken, n);
    taken[u] = true;
    for (int v = 0; v < n; v++) {
      int w = graph[u * n + v];
      open_merge();
      if (w && taken[v] == false && w < key[v]) {
        parent[v] = u;
        key[v] = w;
      }
      close_merge();
    }
  }
}

int main(void) {
  int *graph = malloc(SIZE * SIZE * sizeof(int));
  int *parent = malloc(SIZE * sizeof(int));
  int *key = malloc(SIZE * sizeof(int));
  bool *taken = malloc(SIZE * sizeof(bool));
  klee_make_symbolic(graph, SIZE * SIZE * sizeof(int), "graph");
  for (int i = 0; i < SIZE * SIZE; i++)
    klee_assume(graph[i] >= 0);

  prim(graph, parent, key, taken, SIZE);

#ifdef VERIFY
  for (int v = 1; v < SIZE; v++)
    klee_assert((key[v] == INT_MAX) | (key[v] == graph[parent[v] * SIZE + v]));
#endif
  free(taken);
  free(key);
  free(parent);
  free(graph);
  return 0;
}
