/*
 * The transport of an SSH connection: packets in both directions, and a new key exchange after a fixed number of packets or
 * when the peer requests one. Packets that the program sends meanwhile wait in a queue. Checked: between the offer of a new
 * exchange and the program's NEWKEYS no packet of the connection is sent, none is sent under keys used too often, and the queue
 * is flushed exactly when an exchange ends.
 *
 * With -DBUG a window adjustment, the answer to a packet of the peer, is not delayed.
 *
 *   symtool examples/c/cdse/ssh_rekey_true.c --cdse --unwind 12
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { EVENT_SEND = 1, EVENT_RECEIVE = 2, EVENT_TIMER = 3, EVENT_CLOSE = 4 };
enum { PKT_DATA = 94, PKT_ADJUST = 93, PKT_KEXINIT = 20, PKT_KEXREPLY = 31, PKT_NEWKEYS = 21, PKT_IGNORE = 2, PKT_DISCONNECT = 1 };
enum { KEX_IDLE, KEX_OFFERED, KEX_AGREED, KEX_WAITS };

enum { LIMIT = 4, QUEUE = 3 };

static int kex;            /* state of the program's side of an exchange */
static int peer_offered;   /* whether the peer has begun an exchange */
static int sent;           /* packets under the current keys */
static int queued;         /* number of waiting packets */
static int holding;        /* monitor: whether the connection must be silent */
static int generation;     /* generation of the keys */
static int peer_generation;
static int window;
static int closed;

static void disconnect(void) {
    closed = 1;
}

/* Sends a packet of the connection. */
static void wire(void) {
    if (holding)
        reach_error();
    if (sent >= LIMIT)
        reach_error();
    sent = sent + 1;
}

static void offer(void) {
    if (kex != KEX_IDLE)
        return;
    kex = KEX_OFFERED;
    holding = 1;
}

static void maybe_rekey(void) {
    if (sent >= LIMIT)
        offer();
}

static void flush_queue(void) {
    while (queued > 0 && kex == KEX_IDLE) {
        queued--;
        wire();
        maybe_rekey();
    }
}

static void send_data(void) {
    if (kex != KEX_IDLE) {
        if (queued >= QUEUE) {
            disconnect();
            return;
        }
        queued++;
        return;
    }
    wire();
    maybe_rekey();
}

static void send_adjust(void) {
    window = 2;
#ifdef BUG
    wire();
    maybe_rekey();
#else
    send_data();
#endif
}

static void on_kexinit(void) {
    if (peer_offered) {
        disconnect();
        return;
    }
    peer_offered = 1;
    offer();
    kex = KEX_AGREED;
}

static void on_kexreply(void) {
    if (kex != KEX_AGREED || __VERIFIER_nondet_int() < 0) {
        disconnect();
        return;
    }
    /* The program's NEWKEYS is the last packet under the old keys. */
    holding = 0;
    sent = 0;
    generation = generation + 1;
    kex = KEX_WAITS;
}

static void on_newkeys(void) {
    if (kex != KEX_WAITS) {
        disconnect();
        return;
    }
    peer_generation = peer_generation + 1;
    if (peer_generation != generation)
        reach_error();
    peer_offered = 0;
    kex = KEX_IDLE;
    flush_queue();
}

static void on_data(void) {
    /* After an offer of this program, the peer may still send packets. After an offer of its own, it may not. */
    if (peer_offered) {
        disconnect();
        return;
    }
    window = window - 1;
    if (window <= 0)
        send_adjust();
}

static void receive(void) {
    int packet = __VERIFIER_nondet_int();
    switch (packet) {
    case PKT_KEXINIT:
        on_kexinit();
        break;
    case PKT_KEXREPLY:
        on_kexreply();
        break;
    case PKT_NEWKEYS:
        on_newkeys();
        break;
    case PKT_DATA:
        on_data();
        break;
    case PKT_IGNORE:
        break;
    default:
        disconnect();
        break;
    }
}

static void timer(void) {
    /* The timer also starts key exchanges. */
    if (__VERIFIER_nondet_int() > 0)
        offer();
}

int main(void) {
    kex = KEX_IDLE;
    window = 2;
    while (!closed) {
        int event = __VERIFIER_nondet_int();
        if (event == EVENT_SEND)
            send_data();
        else if (event == EVENT_RECEIVE)
            receive();
        else if (event == EVENT_TIMER)
            timer();
        else
            disconnect();
        if (!closed && kex == KEX_IDLE && holding)
            reach_error();
        if (kex == KEX_IDLE && queued > 0 && !closed && sent < LIMIT)
            reach_error();
    }
    return 0;
}
