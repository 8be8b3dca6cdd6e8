/*
 * Morphological erosion of a binary image of SIZE*SIZE pixels: an inner pixel that is 1 becomes 0 when more than
 * THRESHOLD of the nine pixels of its neighborhood, itself included, are 0.
 *
 * Branches: per inner pixel, whether it is 1 (the side contains loops, so plain melding does not apply), and
 *           `count > THRESHOLD`. Neighbours are counted without a branch.
 * VERIFY:   no output pixel is greater than its input pixel.
 * Paths:    SIZE 4: 59, 5: 3516.
 * MERGE:    marks the branches for --merge=manual.
 */
#include <klee/klee.h>
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

#define THRESHOLD 1

static short **new_image(void) {
  short **rows = malloc(SIZE * sizeof(short *));
  for (int i = 0; i < SIZE; i++)
    rows[i] = malloc(SIZE * sizeof(short));
  return rows;
}

static void free_image(short **rows) {
  for (int i = 0; i < SIZE; i++)
    free(rows[i]);
  free(rows);
}

static void erosion(short **in, short **out, int rows, int columns) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      out[i][j] = in[i][j];

  for (int i = 1; i < rows - 1; i++) {
    for (int j = 1; j < columns - 1; j++) {
      open_merge();
      if (in[i][j] == 1) {
        int count = 0;
        for (int a = -1; a <= 1; a++) {
          for (int b = -1; b <= 1; b++) {
            count += in[i + a][j + b] == 0;
          }
        }
        open_merge();
        if (count > THRESHOLD)
          out[i][j] = 0;
        close_merge();
      }
      close_merge();
    }
  }
}

int main(void) {
  short **in = new_image();
  short **out = new_image();
  for (int i = 0; i < SIZE; i++) {
    klee_make_symbolic(in[i], SIZE * sizeof(short), "row");
    for (int j = 0; j < SIZE; j++)
      klee_assume((in[i][j] == 0) | (in[i][j] == 1));
  }

  erosion(in, out, SIZE, SIZE);

#ifdef VERIFY
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      klee_assert(out[i][j] <= in[i][j]);
#endif
  free_image(out);
  free_image(in);
  return 0;
}
