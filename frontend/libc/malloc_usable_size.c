/* malloc_usable_size (glibc): the size with which the block was allocated. glibc may round it up, but programs must not rely on
   this. */
unsigned long klee_get_obj_size(void *object);

unsigned long malloc_usable_size(void *block)
{
    return block == 0 ? 0 : klee_get_obj_size(block);
}
