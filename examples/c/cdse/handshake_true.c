/*
 * The server's side of a handshake as an event loop over a state variable. Inputs decide the outcome of each step. The monitor
 * `stage` records the real progress of the handshake. Property: no session is opened before the client's key was verified.
 *
 *   symtool examples/c/cdse/handshake_true.c --cdse             proves it for any number of iterations
 *   symtool examples/c/cdse/handshake_true.c --cdse -DBUG       a resumed session that is opened too early
 *   symtool examples/c/cdse/handshake_true.c --cdse -DRENEGOTIATE --unwind 50     restarts the handshake repeatedly
 */
#include <assert.h>

int __VERIFIER_nondet_int(void);

enum {
    BEFORE = 0x4000,
    HELLO_IN = 0x2110,
    HELLO_OUT = 0x2130,
    CERT_OUT = 0x2140,
    KEY_OUT = 0x2150,
    REQUEST_OUT = 0x2160,
    DONE_OUT = 0x2170,
    CERT_IN = 0x2180,
    KEY_IN = 0x2190,
    VERIFY_IN = 0x21a0,
    FINISHED_IN = 0x21c0,
    CIPHER_OUT = 0x21d0,
    FINISHED_OUT = 0x21e0,
    FLUSH = 0x1100,
    OPEN = 3,
};

/* The progress of the handshake, in order (monitor). */
enum { NOTHING, GREETED, KEYED, VERIFIED, AGREED };

static int handshake(void) {
    int state = BEFORE;
    int next = HELLO_OUT;
    int stage = NOTHING;
    int resumed = __VERIFIER_nondet_int();
    int options = __VERIFIER_nondet_int();
    int written = 0;
    int skip;
    int result;

    for (;;) {
        int before = state;
        skip = 0;
        if (state == BEFORE) {
            if (options & 0x400)
                return -1;
            state = HELLO_IN;
        } else if (state == HELLO_IN) {
            result = __VERIFIER_nondet_int();
            if (result <= 0)
                return result;
            if (stage == NOTHING)
                stage = GREETED;
            state = HELLO_OUT;
        } else if (state == HELLO_OUT) {
            result = __VERIFIER_nondet_int();
            if (result <= 0)
                return result;
            if (resumed)
                state = CIPHER_OUT;
            else
                state = CERT_OUT;
        } else if (state == CERT_OUT) {
            if (options & 1)
                skip = 1;
            else if (__VERIFIER_nondet_int() <= 0)
                return -1;
            state = KEY_OUT;
        } else if (state == KEY_OUT) {
            if ((options & 2) && !(options & 4)) {
                if (__VERIFIER_nondet_int() <= 0)
                    return -1;
            } else {
                skip = 1;
            }
            state = REQUEST_OUT;
        } else if (state == REQUEST_OUT) {
            if (options & 8) {
                skip = 1;
            } else {
                if (__VERIFIER_nondet_int() <= 0)
                    return -1;
                written = written + 1;
            }
            state = DONE_OUT;
        } else if (state == DONE_OUT) {
            if (__VERIFIER_nondet_int() <= 0)
                return -1;
            next = CERT_IN;
            state = FLUSH;
        } else if (state == FLUSH) {
            if (__VERIFIER_nondet_int() <= 0)
                return -1;
            state = next;
        } else if (state == CERT_IN) {
            result = __VERIFIER_nondet_int();
            if (result <= 0)
                return -1;
            if (result == 2)
                skip = 1;
            state = KEY_IN;
        } else if (state == KEY_IN) {
            if (__VERIFIER_nondet_int() <= 0)
                return -1;
            if (stage == GREETED)
                stage = KEYED;
            state = VERIFY_IN;
        } else if (state == VERIFY_IN) {
            if (__VERIFIER_nondet_int() <= 0)
                return -1;
            if (stage == KEYED)
                stage = VERIFIED;
            state = FINISHED_IN;
        } else if (state == FINISHED_IN) {
            if (__VERIFIER_nondet_int() <= 0)
                return -1;
            if (resumed) {
#ifdef BUG
                state = OPEN;
#else
                if (stage == GREETED)
                    stage = AGREED;
                state = OPEN;
#endif
            } else {
                state = CIPHER_OUT;
            }
        } else if (state == CIPHER_OUT) {
            if (__VERIFIER_nondet_int() <= 0)
                return -1;
            state = FINISHED_OUT;
        } else if (state == FINISHED_OUT) {
            if (__VERIFIER_nondet_int() <= 0)
                return -1;
            state = FLUSH;
            if (resumed)
                next = FINISHED_IN;
            else
                next = OPEN;
        } else if (state == OPEN) {
            assert(stage == VERIFIED || stage == AGREED);
#ifdef RENEGOTIATE
            if (__VERIFIER_nondet_int()) {
                stage = NOTHING;
                next = HELLO_OUT;
                resumed = __VERIFIER_nondet_int();
                state = HELLO_IN;
                continue;
            }
#endif
            return 1;
        } else {
            return -1;
        }
        if (!skip && state != before && __VERIFIER_nondet_int() < 0)
            return -2;
    }
}

int main(void) {
    handshake();
    return 0;
}
