/*
 * Edge detection in an image of SIZE*SIZE pixels: the strongest response to eight masks, one for each direction,
 * then on demand black and white by a threshold, and the border filled from its neighbors.
 *
 * Branches: per inner pixel and mask, two clamps and the maximum; then one test of the (free) mode with loops
 *           inside, and in these one threshold test per pixel.
 * VERIFY:   every output pixel lies between 0 and 255.
 * Paths:    forking alone does not finish even at SIZE 3.
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

#define BRIGHTEST 255
#define THRESHOLD 50

/* The kinds of masks. */
enum { PREWITT, KIRSCH, SOBEL };

typedef short mask[3][3];

/* One mask per direction: each is the previous mask rotated by 45 degrees. */
static const mask prewitt[8] = {
    {{1, 1, 1}, {1, -2, 1}, {-1, -1, -1}}, {{1, 1, 1}, {1, -2, -1}, {1, -1, -1}},
    {{1, 1, -1}, {1, -2, -1}, {1, 1, -1}}, {{1, -1, -1}, {1, -2, -1}, {1, 1, 1}},
    {{-1, -1, -1}, {1, -2, 1}, {1, 1, 1}}, {{-1, -1, 1}, {-1, -2, 1}, {1, 1, 1}},
    {{-1, 1, 1}, {-1, -2, 1}, {-1, 1, 1}}, {{1, 1, 1}, {-1, -2, 1}, {-1, -1, 1}},
};
static const mask kirsch[8] = {
    {{5, 5, 5}, {-3, 0, -3}, {-3, -3, -3}}, {{-3, 5, 5}, {-3, 0, 5}, {-3, -3, -3}},
    {{-3, -3, 5}, {-3, 0, 5}, {-3, -3, 5}}, {{-3, -3, -3}, {-3, 0, 5}, {-3, 5, 5}},
    {{-3, -3, -3}, {-3, 0, -3}, {5, 5, 5}}, {{-3, -3, -3}, {5, 0, -3}, {5, 5, -3}},
    {{5, -3, -3}, {5, 0, -3}, {5, -3, -3}}, {{5, 5, -3}, {5, 0, -3}, {-3, -3, -3}},
};
static const mask sobel[8] = {
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

/* Copies the eight masks of a kind, cell by cell. */
#define COPY_MASKS(from)                                                                                     \
  for (int i = 0; i < 3; i++) {                                                                              \
    for (int j = 0; j < 3; j++) {                                                                            \
      mask_0[i][j] = from[0][i][j];                                                                          \
      mask_1[i][j] = from[1][i][j];                                                                          \
      mask_2[i][j] = from[2][i][j];                                                                          \
      mask_3[i][j] = from[3][i][j];                                                                          \
      mask_4[i][j] = from[4][i][j];                                                                          \
      mask_5[i][j] = from[5][i][j];                                                                          \
      mask_6[i][j] = from[6][i][j];                                                                          \
      mask_7[i][j] = from[7][i][j];                                                                          \
    }                                                                                                        \
  }

static void setup_masks(int kind, mask mask_0, mask mask_1, mask mask_2, mask mask_3, mask mask_4, mask mask_5,
                        mask mask_6, mask mask_7) {
  if (kind == KIRSCH)
    COPY_MASKS(kirsch)
  if (kind == PREWITT)
    COPY_MASKS(prewitt)
  if (kind == SOBEL)
    COPY_MASKS(sobel)
}

/* Clamps the response of one mask to 0..255, and sets the output pixel to the maximum of its value and this response. */
#define DIRECTION(weights)                                                                                   \
  {                                                                                                          \
    int sum = 0;                                                                                             \
    for (int a = -1; a <= 1; a++)                                                                            \
      for (int b = -1; b <= 1; b++)                                                                          \
        sum += in[i + a][j + b] * weights[a + 1][b + 1];                                                     \
    open_merge();                                                                                            \
    if (sum > BRIGHTEST)                                                                                     \
      sum = BRIGHTEST;                                                                                       \
    close_merge();                                                                                           \
    open_merge();                                                                                            \
    if (sum < 0)                                                                                             \
      sum = 0;                                                                                               \
    close_merge();                                                                                           \
    open_merge();                                                                                            \
    if (sum > out[i][j])                                                                                     \
      out[i][j] = sum;                                                                                       \
    close_merge();                                                                                           \
  }

static void convolve(short **in, short **out, int kind, int rows, int columns) {
  mask mask_0, mask_1, mask_2, mask_3, mask_4, mask_5, mask_6, mask_7;
  setup_masks(kind, mask_0, mask_1, mask_2, mask_3, mask_4, mask_5, mask_6, mask_7);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      out[i][j] = 0;
  for (int i = 1; i < rows - 1; i++) {
    for (int j = 1; j < columns - 1; j++) {
      DIRECTION(mask_0)
      DIRECTION(mask_1)
      DIRECTION(mask_2)
      DIRECTION(mask_3)
      DIRECTION(mask_4)
      DIRECTION(mask_5)
      DIRECTION(mask_6)
      DIRECTION(mask_7)
    }
  }
}

/* Fills a border of some pixels from the pixels inside. */
static void fill_border(short **out, int width, int rows, int columns) {
  for (int i = width; i > 0; i--) {
    for (int j = 0; j < columns; j++) {
      out[i - 1][j] = out[i][j];
      out[rows - i][j] = out[rows - i - 1][j];
    }
    for (int j = 0; j < rows; j++) {
      out[j][i - 1] = out[j][i];
      out[j][columns - i] = out[j][columns - i - 1];
    }
  }
}

static void detect_edges(short **in, short **out, int kind, int rows, int columns, int binary) {
  convolve(in, out, kind, rows, columns);
  if (binary) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        open_merge();
        if (out[i][j] > THRESHOLD)
          out[i][j] = BRIGHTEST;
        else
          out[i][j] = 0;
        close_merge();
      }
    }
  }
  fill_border(out, 1, rows, columns);
}

int main(void) {
  short **in = new_image();
  short **out = new_image();
  int binary;
  for (int i = 0; i < SIZE; i++)
    klee_make_symbolic(in[i], SIZE * sizeof(short), "row");
  klee_make_symbolic(&binary, sizeof binary, "binary");

  detect_edges(in, out, SOBEL, SIZE, SIZE, binary);

#ifdef VERIFY
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      klee_assert((out[i][j] >= 0) & (out[i][j] <= BRIGHTEST));
#endif
  free_image(out);
  free_image(in);
  return 0;
}
