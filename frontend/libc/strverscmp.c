/* strverscmp (GNU): compares strings with the numbers in them compared by value; digits after a leading zero are a
   fraction. */
static int digit(char c)
{
    return c >= '0' && c <= '9';
}

int strverscmp(const char *a, const char *b)
{
    unsigned long i = 0, begin, ends_a, ends_b;
    while (a[i] != 0 && a[i] == b[i])
        i++;
    int order = (unsigned char)a[i] - (unsigned char)b[i];
    if (order == 0)
        return 0;
    begin = i;
    while (begin > 0 && digit(a[begin - 1]))
        begin--;
    if (begin == i && !(digit(a[i]) && digit(b[i])))
        return order;
    /* Both strings have a number at this position, or begin one. It starts at `begin`. */
    if (a[begin] == '0' || b[begin] == '0') {
        if (begin == i) {
            /* One of the two numbers begins with a zero: it is a fraction, and smaller than the other number. */
            return order;
        }
        /* Only zeros so far: the string with further digits is smaller. */
        unsigned long zeros = begin;
        while (zeros < i && a[zeros] == '0')
            zeros++;
        if (zeros == i) {
            if (digit(a[i]) && digit(b[i]))
                return order;
            if (digit(a[i]))
                return -1;
            if (digit(b[i]))
                return 1;
            return order;
        }
        return order;
    }
    /* Integers: the longer one is larger. */
    ends_a = ends_b = i;
    while (digit(a[ends_a]))
        ends_a++;
    while (digit(b[ends_b]))
        ends_b++;
    if (ends_a != ends_b)
        return ends_a < ends_b ? -1 : 1;
    return order;
}
