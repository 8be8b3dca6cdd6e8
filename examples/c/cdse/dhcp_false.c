/* The variant of dhcp_true.c with its bug. */
#define BUG
#include "dhcp_true.c"
