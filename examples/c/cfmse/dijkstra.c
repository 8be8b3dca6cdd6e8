/*
 * Dijkstra's shortest paths from vertex 0 in O(SIZE^2), over a matrix of weights; weight 0 means "no edge".
 *
 * Branches: the search for the nearest vertex, `done[v] == false && distance[v] <= min` (the last of several equal
 *           ones is chosen), and the relaxation, `done[v] == false && w && distance[u] != INT_MAX && distance[u] + w <
 *           distance[v]`. The vertex found is used as an index: once the search is melded, addresses are symbolic.
 *           Weights are bounded, so sums of them never overflow and never reach INT_MAX.
 * VERIFY:   no edge gives a shorter distance to a vertex than the result.
 * Paths:    SIZE 4: 368.
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

#define HEAVIEST 10000

static int nearest(const int *distance, const bool *done, int n) {
  int min = INT_MAX;
  int min_index = 0;
  for (int v = 0; v < n; v++) {
    open_merge();
    if (done[v] == false && distance[v] <= min) {
      min = distance[v];
      min_index = v;
    }
    close_merge();
  }
  return min_index;
}

static void dijkstra(const int *graph, int *distance, bool *done, int n) {
  for (int i = 0; i < n; i++) {
    distance[i] = INT_MAX;
    done[i] = false;
  }
  distance[0] = 0;
  for (int count = 0; count < n - 1; count++) {
    int u = nearest(distance, done, n);
    done[u] = true;
    for (int v = 0; v < n; v++) {
      int w = graph[u * n + v];
      open_merge();
      if (done[v] == false && w && distance[u] != INT_MAX && distance[u] + w < distance[v])
        distance[v] = distance[u] + w;
      close_merge();
    }
  }
}

int main(void) {
  int *graph = malloc(SIZE * SIZE * sizeof(int));
  int *distance = malloc(SIZE * sizeof(int));
  bool *done = malloc(SIZE * sizeof(bool));
  klee_make_symbolic(graph, SIZE * SIZE * sizeof(int), "graph");
  for (int i = 0; i < SIZE * SIZE; i++)
    klee_assume((graph[i] >= 0) & (graph[i] <= HEAVIEST));

  dijkstra(graph, distance, done, SIZE);

#ifdef VERIFY
  for (int u = 0; u < SIZE; u++) {
    for (int v = 0; v < SIZE; v++) {
      int w = graph[u * SIZE + v];
      klee_assert((w == 0) | (distance[u] == INT_MAX) | (distance[v] - w <= distance[u]));
    }
  }
#endif
  free(done);
  free(distance);
  free(graph);
  return 0;
}
