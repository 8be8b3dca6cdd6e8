// A constant `u'…'` of a letter beyond 16 bits had the low 16 bits of its code point, not its last UTF-16 code unit. An attribute before the tag of a struct was a syntax error inside parentheses.
// gcc: same
int printf(const char *, ...);

int main(void)
{
    unsigned short s[] = u"a\U0001F363";
    printf("%d %d %d\n", u'\U0001F363', u'\u3042', u'\U0001F363' == s[2]);
    printf("%d\n", (int)sizeof(struct __attribute__((packed)) u { char a; int b[2]; }));
    printf("%d\n", (int)__builtin_offsetof(struct __attribute__((packed)) v { char a; int b[2]; }, b));
    return 0;
}
