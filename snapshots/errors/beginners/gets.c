// run: check
// A call of gets.
#include <stdio.h>
int main(void) {
    char line[10];
    gets(line);
    return line[0];
}
