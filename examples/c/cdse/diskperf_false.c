/* The variant of diskperf_true.c with its bug. */
#define BUG
#include "diskperf_true.c"
