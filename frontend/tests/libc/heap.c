/* The heap: contents are preserved, overflowing products are rejected. */
#include <malloc.h>
#include "support.h"
#include <errno.h>
#include <stdint.h>

int main(void)
{
    char *block = malloc(10);
    printf("%d %d %d %d\n", mallopt(M_TRIM_THRESHOLD, 8192), mallopt(M_MMAP_THRESHOLD, 65536), mallopt(M_MXFAST, 64), mallopt(M_MXFAST, 9999));
    printf("%d %zu\n", malloc_usable_size(block) >= 10, malloc_usable_size(NULL));
    for (int i = 0; i < 10; i++)
        block[i] = (char)(i * 3);
    block = realloc(block, 100);
    add_bytes(block, 10);
    report("grown");
    block = realloc(block, 5);
    add_bytes(block, 5);
    report("shrunk");
    free(block);
    int *numbers = calloc(20, sizeof *numbers);
    for (int i = 0; i < 20; i++)
        printf("%d", numbers[i]);
    printf("\n");
    numbers = reallocarray(numbers, 30, sizeof *numbers);
    for (int i = 0; i < 20; i++)
        printf("%d", numbers[i]);
    printf("\n");
    volatile size_t huge = SIZE_MAX / 2;
    errno = 0;
    int refused = reallocarray(numbers, huge, 8) == NULL;
    printf("%d %d\n", refused, errno);
    free(numbers);
    free(NULL);
    return 0;
}
