/* errno (C11 7.5): the number of the last error. */
int errno = 0;
