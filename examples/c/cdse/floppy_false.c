/* The variant of floppy_true.c with its bug. */
#define BUG
#include "floppy_true.c"
