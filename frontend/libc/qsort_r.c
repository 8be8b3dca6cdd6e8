/* qsort_r (POSIX 2024, GNU): a stable merge sort; the comparison takes an additional argument. */
void *malloc(unsigned long size);
void free(void *block);
void *memcpy(void *to, const void *from, unsigned long n);

static void sort(char *base, unsigned long count, unsigned long size,
                 int (*compare)(const void *, const void *, void *), void *more, char *spare)
{
    if (count < 2)
        return;
    unsigned long half = count / 2, i = 0, j = half, k = 0;
    sort(base, half, size, compare, more, spare);
    sort(base + half * size, count - half, size, compare, more, spare);
    while (i < half && j < count) {
        unsigned long from = compare(base + i * size, base + j * size, more) <= 0 ? i++ : j++;
        memcpy(spare + k * size, base + from * size, size);
        k++;
    }
    memcpy(spare + k * size, base + i * size, (half - i) * size);
    k += half - i;
    memcpy(base, spare, k * size);
}

void qsort_r(void *base, unsigned long count, unsigned long size,
             int (*compare)(const void *, const void *, void *), void *more)
{
    if (count < 2 || size == 0)
        return;
    char *spare = malloc(count * size);
    sort(base, count, size, compare, more, spare);
    free(spare);
}
