// A file opened after standard output was closed must get descriptor 1.
// run: --sym-file f 3
// exit: 0
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
int main(void) {
    close(1);
    assert(open("f", O_RDONLY) == 1);
    return 0;
}
