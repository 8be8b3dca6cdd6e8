// A universal character name in an unprefixed literal next to a wide literal was encoded as UTF-8 bytes.
// gcc: same
int main(void) {
    unsigned short a[] = u"a" "\u00e9\u20ac";
    unsigned b[] = "\u20ac" U"\U0001F600x";
    int c[] = L"x" "\u20ac" "\xff";
    char d[] = "\u20ac";
    if (sizeof a != 8 || a[1] != 0xe9 || a[2] != 0x20ac)
        return 1;
    if (sizeof b != 16 || b[0] != 0x20ac || b[1] != 0x1f600)
        return 2;
    if (sizeof c != 16 || c[1] != 0x20ac || c[2] != 0xff)
        return 3;
    return sizeof d != 4 || d[0] != (char)0xe2;
}
