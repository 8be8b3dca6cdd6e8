/* ispunct (C11 7.4.1.9): a printing character other than space, letters and digits. */
int ispunct(int c)
{
    int printing = (unsigned)c - 33u < 94u;
    int letter = ((unsigned)c | 32u) - 'a' < 26u;
    int digit = (unsigned)c - '0' < 10u;
    return printing & !letter & !digit;
}
