/*
 * Reads up to three tokens of a text of at most SIZE characters. A token is a number, a name or another single character; blanks
 * separate tokens. One function reads numbers, another one names.
 *
 * Branches: each character against blanks, digits, letters and the end.
 * VERIFY:   a token is not empty, begins with a character of its kind and ends within the text.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif
#ifndef TOKENS
#define TOKENS 3
#endif

enum kind { END, NUMBER, NAME, OTHER };

struct token {
    enum kind kind;
    size_t begin, end;
};

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int is_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

static size_t skip_blanks(const char *text, size_t at)
{
    while (text[at] == ' ')
        at++;
    return at;
}

static size_t number(const char *text, size_t at)
{
    while (is_digit(text[at]))
        at++;
    return at;
}

static size_t name(const char *text, size_t at)
{
    while (is_letter(text[at]))
        at++;
    return at;
}

static struct token next_token(const char *text, size_t at)
{
    struct token token;
    token.begin = at = skip_blanks(text, at);
    if (!text[at]) {
        token.kind = END;
        token.end = at;
    } else if (is_digit(text[at])) {
        token.kind = NUMBER;
        token.end = number(text, at);
    } else if (is_letter(text[at])) {
        token.kind = NAME;
        token.end = name(text, at);
    } else {
        token.kind = OTHER;
        token.end = at + 1;
    }
    return token;
}

int main(void)
{
    char text[SIZE + 1];
    klee_make_symbolic(text, sizeof text, "text");
    text[SIZE] = 0;
    size_t at = 0;
    int tokens = 0;
    while (tokens < TOKENS) {
        struct token token = next_token(text, at);
        if (token.kind == END)
            break;
#ifdef VERIFY
        klee_assert(at <= token.begin && token.begin < token.end && token.end <= SIZE);
        klee_assert(text[token.begin] != ' ' && text[token.begin] != 0);
        klee_assert((token.kind == NUMBER) == is_digit(text[token.begin]));
#endif
        tokens++;
        at = token.end;
    }
    return tokens;
}
