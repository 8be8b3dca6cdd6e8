// run: compile-error
// `break`, `continue` and labels of cases are only valid in their statements, and a `goto` needs its label.
int main(void) {
    int x = 1;
    if (x) {
        break;
    }
    continue;
    case 3:
        x = 2;
    default:
        x = 3;
    goto done;
    return x;
}
