// run: interp
// `__builtin_bitreverse…` (clang's; gcc has none to compare with) against a loop, and in constants.
#include <assert.h>

_Static_assert(__builtin_bitreverse8(0x12) == 0x48, "8");
_Static_assert(__builtin_bitreverse16(1) == 0x8000, "16");
_Static_assert(__builtin_bitreverse32(0x80000001u) == 0x80000001u, "32");
_Static_assert(__builtin_bitreverse64(3) == 3ull << 62, "64");

static unsigned long reversed(unsigned long v, int bits)
{
    unsigned long r = 0;
    for (int i = 0; i < bits; i++)
        r |= (v >> i & 1) << (bits - 1 - i);
    return r;
}

int main(void)
{
    unsigned long v = 0x123456789abcdef1;
    for (int i = 0; i < 50; i++, v = v * 6364136223846793005 + 1442695040888963407) {
        assert(__builtin_bitreverse8(v) == reversed(v, 8));
        assert(__builtin_bitreverse16(v) == reversed(v, 16));
        assert(__builtin_bitreverse32(v) == reversed(v, 32));
        assert(__builtin_bitreverse64(v) == reversed(v, 64));
    }
    return sizeof __builtin_bitreverse8(1);
}
