/* A CRC by table, and rotations and additions as in a hash function. */
static unsigned table[256];

static unsigned rotate(unsigned x, int by) { return x << by | x >> (32 - by); }

int main(void) {
    unsigned char message[4096];
    for (unsigned i = 0; i < 256; i++) {
        unsigned c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[i] = c;
    }
    for (int i = 0; i < 4096; i++)
        message[i] = (unsigned char)(i * 7);
    unsigned crc = ~0u, h = 0x67452301u;
    for (int round = 0; round < 200; round++)
        for (int i = 0; i < 4096; i++) {
            crc = table[(crc ^ message[i]) & 255] ^ crc >> 8;
            h = rotate(h, 5) + (h ^ crc) + 0x5a827999u;
            h ^= rotate(h, 13);
        }
    return (int)((crc ^ h) & 127);
}
