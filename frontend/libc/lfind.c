/* lfind, lsearch (POSIX): linear search; if no element is equal to the key, lsearch appends the key. */
void *memcpy(void *to, const void *from, unsigned long n);

void *lfind(const void *key, const void *base, unsigned long *count, unsigned long size,
            int (*compare)(const void *, const void *))
{
    const char *element = base;
    for (unsigned long i = 0; i < *count; i++, element += size)
        if (compare(key, element) == 0)
            return (void *)element;
    return 0;
}

void *lsearch(const void *key, void *base, unsigned long *count, unsigned long size,
              int (*compare)(const void *, const void *))
{
    void *found = lfind(key, base, count, size, compare);
    if (found != 0)
        return found;
    return memcpy((char *)base + (*count)++ * size, key, size);
}
