/* The variant of tcp_true.c with its bug. */
#define BUG
#include "tcp_true.c"
