/* The members of streams that gnulib reads, and the functions of <stdio_ext.h> for which it does. */
#include <stdio.h>
#include <stdio_ext.h>
#include <unistd.h>

/* Returns the number of bytes that were pushed back and not read again. */
static long pushed(FILE *file)
{
    return file->_IO_read_end - file->_IO_read_ptr;
}

static int is_empty(FILE *file)
{
    return file->_IO_read_ptr == file->_IO_read_end && file->_IO_write_ptr == file->_IO_write_base && file->_IO_save_base == NULL;
}

/* Moves a stream without a buffer, as a replacement of fseeko does. */
static void move(FILE *file, long to)
{
    off_t at = lseek(fileno(file), to, SEEK_SET);
    file->_flags &= ~_IO_EOF_SEEN;
    file->_offset = at;
}

static void flags(FILE *file)
{
    printf("end %d, error %d\n", (file->_flags & _IO_EOF_SEEN) != 0, (file->_flags & _IO_ERR_SEEN) != 0);
}

int main(void)
{
    FILE *file = tmpfile();
    printf("%d\n", is_empty(file));
    fputs("abc", file);
    fflush(file);
    printf("%d\n", is_empty(file));
    move(file, 1);
    printf("%c", getc(file));
    printf("%c", getc(file));
    printf("%d\n", getc(file));
    flags(file);
    ungetc('x', file);
    flags(file);
    printf("%ld %d\n", pushed(file), *file->_IO_read_ptr);
    file->_IO_read_ptr++;
    printf("%ld\n", pushed(file));
    printf("%d\n", getc(file));
    printf("%d\n", feof(file) != 0);
    file->_flags |= _IO_ERR_SEEN;
    printf("%d\n", ferror(file) != 0);
    clearerr(file);
    flags(file);
    fclose(file);

    fflush(stdout);
    printf("123");
    size_t after_three = __fpending(stdout);
    fflush(stdout);
    size_t flushed = __fpending(stdout);
    puts("12");
    putchar('3');
    size_t after_four = __fpending(stdout);
    printf("%5000d", 1);
    printf("\n%zu %zu %zu %zu\n", after_three, flushed, after_four, __fpending(stdout));
    printf("%zu %zu\n", __fpending(stderr), __fpending(stdin));
    fflush(NULL);
    printf("%zu\n", __fpending(stdout));
    return 0;
}
