/* qsort (C11 7.22.5.2): a stable merge sort, as in most C libraries. */
void *malloc(unsigned long size);
void free(void *block);
void *memcpy(void *to, const void *from, unsigned long n);

static void sort(char *base, unsigned long count, unsigned long size,
                 int (*compare)(const void *, const void *), char *spare)
{
    if (count < 2)
        return;
    unsigned long half = count / 2;
    char *right = base + half * size;
    sort(base, half, size, compare, spare);
    sort(right, count - half, size, compare, spare);
    unsigned long i = 0, j = half, k = 0;
    while (i < half && j < count) {
        unsigned long from = compare(base + i * size, base + j * size) <= 0 ? i++ : j++;
        memcpy(spare + k * size, base + from * size, size);
        k++;
    }
    /* The rest of the right half is already in its final position. */
    memcpy(spare + k * size, base + i * size, (half - i) * size);
    k += half - i;
    memcpy(base, spare, k * size);
}

void qsort(void *base, unsigned long count, unsigned long size,
           int (*compare)(const void *, const void *))
{
    if (count < 2 || size == 0)
        return;
    char *spare = malloc(count * size);
    sort(base, count, size, compare, spare);
    free(spare);
}
