/*
 * A server that receives a file in blocks (TFTP): a request, an agreement on the block size, data that is acknowledged
 * block by block, and a shorter last block. Packets are lost, duplicated, or sent by strangers. Checked: blocks are written
 * in order and once each, an old block is acknowledged again but not written, no block is written after the last block,
 * and packets of other senders have no effect.
 *
 * With -DBUG a duplicate block is written again if its acknowledgment was lost and the timer expired in between.
 *
 *   symtool examples/c/cdse/tftp_true.c --cdse --unwind 12
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { OP_REQUEST = 2, OP_DATA = 3, OP_ACK = 4, OP_ERROR = 5, OP_OPTIONS = 6 };
enum { WAIT_REQUEST, NEGOTIATE, RECEIVING, DALLY, DONE, ABORTED };
enum { MIN_SIZE = 8, MAX_SIZE = 1428, DEFAULT_SIZE = 512 };

static int state;
static int peer;             /* the sender of the request */
static int block_size;
static int expected;         /* number of the next new block */
static int acknowledged;     /* number of the last acknowledged block */
static int written;          /* monitor: blocks written */
static int last_seen;
static int timeouts;
static int clock_ran_out;

static void abort_transfer(void) {
    state = ABORTED;
}

static void write_block(int number) {
    if (last_seen)
        reach_error();
    if (number != written + 1)
        reach_error();
    written = number;
}

static void acknowledge(int number) {
    if (number > written)
        reach_error();
    acknowledged = number;
}

static void on_request(void) {
    int port = __VERIFIER_nondet_int();
    int mode = __VERIFIER_nondet_int();
    if (port <= 0)
        return;
    if (mode != 1 && mode != 2) {
        abort_transfer();
        return;
    }
    peer = port;
    block_size = DEFAULT_SIZE;
    expected = 1;
    state = __VERIFIER_nondet_int() ? NEGOTIATE : RECEIVING;
    if (state == RECEIVING)
        acknowledge(0);
}

static void on_options(void) {
    int wanted = __VERIFIER_nondet_int();
    if (wanted < MIN_SIZE) {
        abort_transfer();
        return;
    }
    block_size = wanted > MAX_SIZE ? MAX_SIZE : wanted;
    if (block_size < MIN_SIZE || block_size > MAX_SIZE)
        reach_error();
    state = RECEIVING;
    acknowledge(0);
}

static void on_timeout(void) {
    timeouts = timeouts + 1;
    clock_ran_out = 1;
    if (timeouts > 3)
        abort_transfer();
}

static void on_data(void) {
    int number = __VERIFIER_nondet_int();
    int length = __VERIFIER_nondet_int();
    if (length < 0 || length > block_size) {
        abort_transfer();
        return;
    }
#ifdef BUG
    if (number == expected - 1 && clock_ran_out && number > 0) {
        clock_ran_out = 0;
        write_block(number);
        acknowledge(number);
        return;
    }
#endif
    if (number < expected) {
        /* The block was sent again because its acknowledgment was lost. */
        if (number == expected - 1)
            acknowledge(number);
        return;
    }
    if (number > expected) {
        abort_transfer();
        return;
    }
    write_block(number);
    acknowledge(number);
    timeouts = 0;
    clock_ran_out = 0;
    expected = expected + 1;
    if (length < block_size) {
        last_seen = 1;
        state = DALLY;
    }
}

/* After the last block: acknowledges the block again if the client repeats it. */
static void dally(void) {
    int operation = __VERIFIER_nondet_int();
    if (operation == OP_DATA) {
        int number = __VERIFIER_nondet_int();
        if (number == written)
            acknowledge(number);
        else
            state = DONE;
    } else {
        state = DONE;
    }
}

static void receive(void) {
    int sender = __VERIFIER_nondet_int();
    int operation;
    if (sender == 0) {
        on_timeout();
        return;
    }
    if (sender != peer)
        return;
    operation = __VERIFIER_nondet_int();
    if (operation == OP_DATA)
        on_data();
    else if (operation == OP_REQUEST && expected == 1)
        acknowledge(0);
    else
        abort_transfer();
}

int main(void) {
    state = WAIT_REQUEST;
    while (state != DONE && state != ABORTED) {
        switch (state) {
        case WAIT_REQUEST:
            if (__VERIFIER_nondet_int() != OP_REQUEST)
                abort_transfer();
            else
                on_request();
            break;
        case NEGOTIATE:
            on_options();
            break;
        case RECEIVING:
            receive();
            break;
        case DALLY:
            dally();
            break;
        default:
            reach_error();
        }
        if (acknowledged > written)
            reach_error();
    }
    if (state == DONE && !last_seen)
        reach_error();
    return 0;
}
