/*
 * Batcher's bitonic sorting network over SIZE integers; SIZE is a power of two.
 *
 * Branches: the compare-swap. SIZE determines the compared elements, so only the outcome of each comparison is
 *           symbolic. Functions are declared and defined in the style of K&R C.
 * VERIFY:   the result is in ascending order.
 * Paths:    one per feasible outcome of the whole network (SIZE 4: 28).
 * MERGE:    marks the branches for --merge=manual.
 */
#include <klee/klee.h>

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

#define ASCENDING 1
#define DESCENDING 0

int data[SIZE];

void compare();
void merge();
void sort();

void compare(i, j, dir)
int i, j, dir;
{
  open_merge();
  if (dir == (data[i] > data[j])) {
    int kept = data[i];
    data[i] = data[j];
    data[j] = kept;
  }
  close_merge();
}

/* Sorts a bitonic sequence of `count` elements. */
void merge(low, count, dir)
int low, count, dir;
{
  if (count > 1) {
    int half = count / 2;
    int i;
    for (i = low; i < low + half; i++)
      compare(i, i + half, dir);
    merge(low, half, dir);
    merge(low + half, half, dir);
  }
}

/* Sorts the halves in opposite directions, which makes a bitonic sequence, then sorts this sequence. */
void sort(low, count, dir)
int low, count, dir;
{
  if (count > 1) {
    int half = count / 2;
    sort(low, half, ASCENDING);
    sort(low + half, half, DESCENDING);
    merge(low, count, dir);
  }
}

int main(void) {
  klee_make_symbolic(data, sizeof data, "data");

  sort(0, SIZE, ASCENDING);

#ifdef VERIFY
  for (int i = 0; i + 1 < SIZE; i++)
    klee_assert(data[i] <= data[i + 1]);
#endif
  return 0;
}
