/* The variant of tls_server_true.c with its bug. */
#define BUG
#include "tls_server_true.c"
