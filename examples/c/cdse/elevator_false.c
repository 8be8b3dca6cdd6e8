/* The variant of elevator_true.c with its bug. */
#define BUG
#include "elevator_true.c"
