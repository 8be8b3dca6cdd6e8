/* reallocarray (GNU): realloc of count times size bytes; null if the product overflows. */
extern int errno;
void *realloc(void *block, unsigned long size);

void *reallocarray(void *block, unsigned long count, unsigned long size)
{
    if (size != 0 && count > -1UL / size) {
        errno = 12;
        return 0;
    }
    return realloc(block, count * size);
}
