/* The variant of tls_client_true.c with its bug. */
#define BUG
#include "tls_client_true.c"
