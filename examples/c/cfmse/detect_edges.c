/*
 * Edge detection in an image of SIZE*SIZE pixels: the strongest response to masks in eight directions and, depending
 * on the mode, conversion to black and white by a threshold.
 *
 * Branches: per inner pixel and mask, two clamps and the maximum; then one test of the unconstrained mode with loops
 *           in its sides, which contain one threshold test per inner pixel.
 * VERIFY:   every output pixel lies between 0 and 255.
 * Paths:    plain exploration does not finish even at SIZE 3.
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

#define DIRECTIONS 8
#define BRIGHTEST 255
#define THRESHOLD 50

/* One mask per direction: the first, turned by 45 degrees at a time. */
static const short masks[DIRECTIONS][3][3] = {
    {{1, 2, 1}, {0, 0, 0}, {-1, -2, -1}}, {{2, 1, 0}, {1, 0, -1}, {0, -1, -2}},
    {{1, 0, -1}, {2, 0, -2}, {1, 0, -1}}, {{0, -1, -2}, {1, 0, -1}, {2, 1, 0}},
    {{-1, -2, -1}, {0, 0, 0}, {1, 2, 1}}, {{-2, -1, 0}, {-1, 0, 1}, {0, 1, 2}},
    {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}}, {{0, 1, 2}, {-1, 0, 1}, {-2, -1, 0}},
};

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

static void detect_edges(short **in, short **out, int rows, int columns, int binary) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      out[i][j] = 0;

  for (int i = 1; i < rows - 1; i++) {
    for (int j = 1; j < columns - 1; j++) {
      for (int d = 0; d < DIRECTIONS; d++) {
        int sum = 0;
        for (int a = -1; a <= 1; a++)
          for (int b = -1; b <= 1; b++)
            sum += in[i + a][j + b] * masks[d][a + 1][b + 1];
        open_merge();
        if (sum > BRIGHTEST)
          sum = BRIGHTEST;
        close_merge();
        open_merge();
        if (sum < 0)
          sum = 0;
        close_merge();
        open_merge();
        if (sum > out[i][j])
          out[i][j] = sum;
        close_merge();
      }
    }
  }

  if (binary) {
    for (int i = 1; i < rows - 1; i++) {
      for (int j = 1; j < columns - 1; j++) {
        open_merge();
        if (out[i][j] > THRESHOLD)
          out[i][j] = BRIGHTEST;
        else
          out[i][j] = 0;
        close_merge();
      }
    }
  }
}

int main(void) {
  short **in = new_image();
  short **out = new_image();
  int binary;
  for (int i = 0; i < SIZE; i++)
    klee_make_symbolic(in[i], SIZE * sizeof(short), "row");
  klee_make_symbolic(&binary, sizeof binary, "binary");

  detect_edges(in, out, SIZE, SIZE, binary);

#ifdef VERIFY
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      klee_assert((out[i][j] >= 0) & (out[i][j] <= BRIGHTEST));
#endif
  free_image(out);
  free_image(in);
  return 0;
}
