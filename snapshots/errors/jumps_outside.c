// run: compile-error
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
