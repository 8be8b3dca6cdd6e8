/* The variant of parport_true.c with its bug. */
#define BUG
#include "parport_true.c"
