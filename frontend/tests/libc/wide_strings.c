/* Strings of wide characters. */
#include "support.h"
#include <wchar.h>

int main(void)
{
    static const wchar_t *const texts[] = {L"", L"a", L"b", L"ab", L"\x4e00", L"a\x10ffff", L"aab"};
    wchar_t buffer[8];
    for (unsigned i = 0; i < COUNT(texts); i++) {
        printf("%zu %d\n", wcslen(texts[i]), wcscpy(buffer, texts[i]) == buffer && wcscmp(buffer, texts[i]) == 0);
        for (unsigned j = 0; j < COUNT(texts); j++)
            printf("%d ", sign(wcscmp(texts[i], texts[j])));
        printf("%ld %ld\n", offset(wcschr(texts[i], L'a'), texts[i]), offset(wcschr(texts[i], 0), texts[i]));
    }
    return 0;
}
