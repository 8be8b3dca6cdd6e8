/*
 * A hub that enumerates connected devices: debounce, reset, a short descriptor, an address, the whole descriptor, a
 * configuration. Every transfer may stall or time out and is retried; the device may be removed at any time. Checked:
 * two devices never have the same address, only the default address is used before the device has its own, a
 * configuration is selected only from completely read descriptors, and retries are bounded.
 *
 * With -DBUG a device that is reset again after it received an address is still accessed at that address.
 *
 *   symtool examples/c/cdse/usb_enum_true.c --cdse --unwind 20
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum {
    EMPTY,
    DEBOUNCE,
    RESET,
    SHORT_DESCRIPTOR,
    SECOND_RESET,
    SET_ADDRESS,
    RECOVERY,
    DESCRIPTOR,
    CONFIG_HEADER,
    CONFIG_WHOLE,
    SET_CONFIG,
    CONFIGURED,
    FAILED,
    UNPLUGGED
};

enum { OK = 1, STALL = 2, TIMEOUT = 3, PULLED = 4 };
enum { TRIES = 3 };

struct device {
    int address;        /* the address that the host uses */
    int real_address;   /* monitor: the address to which the device responds */
    int packet;
    int total;
    int have;
    int configurations;
    int low_speed;
};

static struct device d;
static int state;
static int tries;
static int resets;
static int used_1, used_2;   /* addresses of other devices */

static int transfer(void) {
    int outcome = __VERIFIER_nondet_int();
    if (d.address != d.real_address)
        reach_error();
    if (outcome == STALL || outcome == TIMEOUT || outcome == PULLED)
        return outcome;
    return OK;
}

static void again_or_fail(int outcome) {
    if (outcome == PULLED) {
        state = UNPLUGGED;
        return;
    }
    tries = tries + 1;
    if (tries > TRIES)
        reach_error();
    if (tries == TRIES)
        state = FAILED;
    else if (outcome == TIMEOUT && resets < 3)
        state = RESET;
}

static void on(int next) {
    tries = 0;
    state = next;
}

static void bus_reset(void) {
    resets = resets + 1;
    if (resets > 5)
        reach_error();
    d.real_address = 0;
#ifndef BUG
    d.address = 0;
#else
    if (resets < 3)
        d.address = 0;
#endif
    d.have = 0;
}

static void debounce(void) {
    int stable;
    for (stable = 0; stable < 2; stable++) {
        if (__VERIFIER_nondet_int() == 0) {
            state = EMPTY;
            return;
        }
    }
    d.low_speed = __VERIFIER_nondet_int() & 1;
    on(RESET);
}

static void short_descriptor(void) {
    int outcome = transfer();
    int size;
    if (outcome != OK) {
        again_or_fail(outcome);
        return;
    }
    size = __VERIFIER_nondet_int();
    if (size != 8 && size != 16 && size != 32 && size != 64) {
        again_or_fail(STALL);
        return;
    }
    if (d.low_speed && size != 8) {
        again_or_fail(STALL);
        return;
    }
    d.packet = size;
    on(SECOND_RESET);
}

static int free_address(void) {
    if (!used_1)
        return 1;
    if (!used_2)
        return 2;
    return 3;
}

static void set_address(void) {
    int wanted = free_address();
    int outcome = transfer();
    if (outcome != OK) {
        again_or_fail(outcome);
        return;
    }
    if ((wanted == 1 && used_1) || (wanted == 2 && used_2) || wanted == 0)
        reach_error();
    d.address = wanted;
    d.real_address = wanted;
    on(RECOVERY);
}

static void descriptor(void) {
    int outcome = transfer();
    if (d.packet == 0)
        reach_error();
    if (outcome != OK) {
        again_or_fail(outcome);
        return;
    }
    d.configurations = __VERIFIER_nondet_int();
    if (d.configurations < 1 || d.configurations > 8) {
        state = FAILED;
        return;
    }
    on(CONFIG_HEADER);
}

static void config_header(void) {
    int outcome = transfer();
    if (outcome != OK) {
        again_or_fail(outcome);
        return;
    }
    d.total = __VERIFIER_nondet_int();
    d.have = 9;
    if (d.total < 9 || d.total > 512) {
        state = FAILED;
        return;
    }
    on(d.total == 9 ? SET_CONFIG : CONFIG_WHOLE);
}

static void config_whole(void) {
    int outcome = transfer();
    int length;
    if (outcome != OK) {
        again_or_fail(outcome);
        return;
    }
    length = __VERIFIER_nondet_int();
    if (length != d.total) {
        again_or_fail(STALL);
        return;
    }
    d.have = length;
    on(SET_CONFIG);
}

static void set_config(void) {
    int outcome;
    if (d.have != d.total || d.configurations < 1)
        reach_error();
    outcome = transfer();
    if (outcome != OK) {
        again_or_fail(outcome);
        return;
    }
    on(CONFIGURED);
}

int main(void) {
    used_1 = __VERIFIER_nondet_int() != 0;
    used_2 = __VERIFIER_nondet_int() != 0;
    state = EMPTY;
    while (state != CONFIGURED && state != FAILED && state != UNPLUGGED) {
        switch (state) {
        case EMPTY:
            if (__VERIFIER_nondet_int() > 0)
                state = DEBOUNCE;
            else
                state = UNPLUGGED;
            break;
        case DEBOUNCE:
            debounce();
            break;
        case RESET:
            bus_reset();
            state = d.packet ? SET_ADDRESS : SHORT_DESCRIPTOR;
            break;
        case SHORT_DESCRIPTOR:
            short_descriptor();
            break;
        case SECOND_RESET:
            bus_reset();
            state = SET_ADDRESS;
            break;
        case SET_ADDRESS:
            set_address();
            break;
        case RECOVERY:
            if (__VERIFIER_nondet_int() < 0)
                state = UNPLUGGED;
            else
                state = DESCRIPTOR;
            break;
        case DESCRIPTOR:
            descriptor();
            break;
        case CONFIG_HEADER:
            config_header();
            break;
        case CONFIG_WHOLE:
            config_whole();
            break;
        case SET_CONFIG:
            set_config();
            break;
        default:
            reach_error();
        }
    }
    if (state == CONFIGURED && (d.address == 0 || d.address != d.real_address))
        reach_error();
    return 0;
}
