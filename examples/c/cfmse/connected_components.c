/*
 * Labels the connected components of a graph of SIZE vertices by propagating the smallest label along edges until
 * nothing changes, then counts the labels in use.
 *
 * Branches: the edge test is symbolic (the matrix is unconstrained). Once branches are melded, the label test and the
 *           condition of the `while` become symbolic, too. The histogram is indexed by labels.
 * VERIFY:   both ends of every edge have the same label. This is FALSE, and a violation is the correct answer: the
 *           matrix need not be symmetric, and labels are propagated only against the direction of an edge.
 * Paths:    one per matrix, 2^(SIZE*SIZE) (SIZE 3: 512, 4: 65536).
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

static int connected_components(const bool *graph, int *label, int n) {
  bool changed = true;
  for (int s = 0; s < n; s++)
    label[s] = s;
  while (changed) {
    changed = false;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        open_merge();
        if (graph[i * n + j]) {
          if (label[i] > label[j]) {
            label[i] = label[j];
            changed = true;
          }
        }
        close_merge();
      }
    }
  }

  int histogram[SIZE];
  for (int s = 0; s < n; s++)
    histogram[s] = 0;
  for (int s = 0; s < n; s++)
    histogram[label[s]]++;
  int components = 0;
  for (int s = 0; s < n; s++)
    components += histogram[s] != 0;
  return components;
}

int main(void) {
  bool *graph = malloc(SIZE * SIZE * sizeof(bool));
  int *label = malloc(SIZE * sizeof(int));
  klee_make_symbolic(graph, SIZE * SIZE * sizeof(bool), "graph");

  int components = connected_components(graph, label, SIZE);
  (void)components;

#ifdef VERIFY
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      klee_assert(!graph[i * SIZE + j] | (label[i] == label[j]));
#endif
  free(label);
  free(graph);
  return 0;
}
