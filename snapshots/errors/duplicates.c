// run: compile-error
// A second definition of a type, an enumerator, a variable, a function or a case label is an error.
struct point { int x; };
struct point { int y; };
enum color { RED, GREEN };
enum other { RED };
int value = 1;
int value = 2;
int twice(int x) { return x; }
int twice(int x) { return 2 * x; }
int mixed(int x);
double mixed(int x);

int main(void) {
    int a = 1;
    double a = 2;
    switch (a) {
    case 1: return 1;
    case 2: return 2;
    case 1: return 3;
    default: return 4;
    default: return 5;
    }
}
