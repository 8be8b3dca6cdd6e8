/*
 * The server's side of a TLS handshake with session resumption, tickets and client certificates. Every step may
 * fail or be delayed by the peer. Checked: application data is exchanged only when both sides have switched to the new
 * cipher, the client's finished message was read after its key, and, if the server requires a certificate, one was verified.
 *
 * With -DBUG a resumed session keeps its old verification mode: a server that now requires certificates accepts
 * a client that never presented one.
 *
 *   symtool examples/c/cdse/tls_server_true.c --cdse --unwind 20
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum state {
    ST_ACCEPT = 0x6000,
    ST_READ_HELLO = 0x2110,
    ST_WRITE_HELLO = 0x2130,
    ST_WRITE_CERT = 0x2140,
    ST_WRITE_STATUS = 0x2200,
    ST_WRITE_KEY = 0x2150,
    ST_WRITE_REQUEST = 0x2160,
    ST_WRITE_DONE = 0x2170,
    ST_READ_CERT = 0x2180,
    ST_READ_KEY = 0x2190,
    ST_READ_VERIFY = 0x21a0,
    ST_READ_CCS = 0x21b0,
    ST_READ_FINISHED = 0x21c0,
    ST_WRITE_TICKET = 0x21f0,
    ST_WRITE_CCS = 0x21d0,
    ST_WRITE_FINISHED = 0x21e0,
    ST_FLUSH = 0x1100,
    ST_OK = 3
};

enum { VERIFY_NONE = 0, VERIFY_PEER = 1, VERIFY_REQUIRE = 3 };
enum { KX_RSA = 1, KX_DHE = 2, KX_PSK = 4 };

struct session {
    int cached;
    int verify_mode;
    int peer_verified;
};

struct connection {
    int state;
    int next_state;
    int hit;
    int key_exchange;
    int verify_mode;
    int wants_ticket;
    int wants_status;
    int client_sent_cert;
    int read_cipher;
    int write_cipher;
    int got_key;
    int got_finished;
    int peer_verified;
    int retries;
    struct session session;
};

static struct connection c;

static int peer(void) {
    return __VERIFIER_nondet_int();
}

/* Receives a message: the result is 0 if it has not arrived yet, negative if it is invalid, and positive otherwise. */
static int receive(void) {
    int n = __VERIFIER_nondet_int();
    if (n == 0)
        c.retries++;
    return n;
}

static int send_message(void) {
    return __VERIFIER_nondet_int() > 0 ? 1 : -1;
}

static void new_connection(void) {
    c.state = ST_ACCEPT;
    c.next_state = ST_ACCEPT;
    c.hit = 0;
    c.read_cipher = 0;
    c.write_cipher = 0;
    c.got_key = 0;
    c.got_finished = 0;
    c.peer_verified = 0;
    c.client_sent_cert = 0;
    c.retries = 0;
    c.wants_ticket = peer() != 0;
    c.wants_status = peer() != 0;
}

static void configure(void) {
    int mode = __VERIFIER_nondet_int();
    if (mode == 1)
        c.verify_mode = VERIFY_PEER;
    else if (mode == 2)
        c.verify_mode = VERIFY_REQUIRE;
    else
        c.verify_mode = VERIFY_NONE;
    /* There may be an earlier session, with the same or the other verification mode. */
    c.session.cached = __VERIFIER_nondet_int() != 0;
    c.session.verify_mode = __VERIFIER_nondet_int() ? VERIFY_NONE : VERIFY_REQUIRE;
    c.session.peer_verified = c.session.verify_mode == VERIFY_REQUIRE;
}

static int choose_key_exchange(void) {
    int offered = peer();
    if (offered & KX_DHE)
        return KX_DHE;
    if (offered & KX_PSK)
        return KX_PSK;
    if (offered & KX_RSA)
        return KX_RSA;
    return 0;
}

/* Returns whether the earlier session is resumed. */
static int resume(void) {
    if (!c.session.cached)
        return 0;
    if (peer() == 0)
        return 0;
#ifndef BUG
    if (c.verify_mode == VERIFY_REQUIRE && !c.session.peer_verified)
        return 0;
#endif
    c.peer_verified = c.session.peer_verified;
    return 1;
}

static int read_hello(void) {
    int n = receive();
    if (n < 0)
        return -1;
    if (n == 0)
        return 0;
    c.key_exchange = choose_key_exchange();
    if (c.key_exchange == 0)
        return -1;
    c.hit = resume();
    c.state = ST_WRITE_HELLO;
    return 1;
}

static int read_certificate(void) {
    int n = receive();
    if (n < 0)
        return -1;
    if (n == 0)
        return 0;
    if (n == 1) {
        /* The client has sent an empty certificate. */
        if (c.verify_mode == VERIFY_REQUIRE)
            return -1;
        c.client_sent_cert = 0;
    } else {
        c.client_sent_cert = 1;
    }
    c.state = ST_READ_KEY;
    return 1;
}

static int read_verify(void) {
    int n;
    if (!c.client_sent_cert) {
        c.state = ST_READ_CCS;
        return 1;
    }
    n = receive();
    if (n <= 0)
        return n;
    c.peer_verified = 1;
    c.state = ST_READ_CCS;
    return 1;
}

/* Sends the certificate. With a pre-shared key, there is none. */
static int write_certificate(void) {
    if (c.key_exchange == KX_PSK) {
        c.state = ST_WRITE_KEY;
        return 1;
    }
    if (send_message() < 0)
        return -1;
    c.state = c.wants_status ? ST_WRITE_STATUS : ST_WRITE_KEY;
    return 1;
}

static int write_request(void) {
    if (c.verify_mode == VERIFY_NONE) {
        c.state = ST_WRITE_DONE;
        return 1;
    }
    if (send_message() < 0)
        return -1;
    c.state = ST_WRITE_DONE;
    return 1;
}

static void exchange_data(void) {
    if (!c.read_cipher || !c.write_cipher)
        reach_error();
    if (!c.got_finished)
        reach_error();
    if (c.verify_mode == VERIFY_REQUIRE && !c.peer_verified)
        reach_error();
    if (!c.hit && !c.got_key)
        reach_error();
}

static int step(void) {
    int n;
    switch (c.state) {
    case ST_ACCEPT:
        c.state = ST_READ_HELLO;
        return 1;
    case ST_READ_HELLO:
        return read_hello();
    case ST_WRITE_HELLO:
        if (send_message() < 0)
            return -1;
        if (c.hit)
            c.state = c.wants_ticket ? ST_WRITE_TICKET : ST_WRITE_CCS;
        else
            c.state = ST_WRITE_CERT;
        return 1;
    case ST_WRITE_CERT:
        return write_certificate();
    case ST_WRITE_STATUS:
        if (send_message() < 0)
            return -1;
        c.state = ST_WRITE_KEY;
        return 1;
    case ST_WRITE_KEY:
        if (c.key_exchange == KX_DHE && send_message() < 0)
            return -1;
        c.state = ST_WRITE_REQUEST;
        return 1;
    case ST_WRITE_REQUEST:
        return write_request();
    case ST_WRITE_DONE:
        if (send_message() < 0)
            return -1;
        c.next_state = c.verify_mode == VERIFY_NONE ? ST_READ_KEY : ST_READ_CERT;
        c.state = ST_FLUSH;
        return 1;
    case ST_FLUSH:
        if (send_message() < 0)
            return -1;
        c.state = c.next_state;
        return 1;
    case ST_READ_CERT:
        return read_certificate();
    case ST_READ_KEY:
        n = receive();
        if (n <= 0)
            return n;
        c.got_key = 1;
        c.state = ST_READ_VERIFY;
        return 1;
    case ST_READ_VERIFY:
        return read_verify();
    case ST_READ_CCS:
        n = receive();
        if (n <= 0)
            return n;
        c.read_cipher = 1;
        c.state = ST_READ_FINISHED;
        return 1;
    case ST_READ_FINISHED:
        n = receive();
        if (n <= 0)
            return n;
        c.got_finished = 1;
        if (c.hit)
            c.state = ST_OK;
        else
            c.state = c.wants_ticket ? ST_WRITE_TICKET : ST_WRITE_CCS;
        return 1;
    case ST_WRITE_TICKET:
        if (send_message() < 0)
            return -1;
        c.state = ST_WRITE_CCS;
        return 1;
    case ST_WRITE_CCS:
        if (send_message() < 0)
            return -1;
        c.write_cipher = 1;
        c.state = ST_WRITE_FINISHED;
        return 1;
    case ST_WRITE_FINISHED:
        if (send_message() < 0)
            return -1;
        c.next_state = c.hit ? ST_READ_CCS : ST_OK;
        c.state = ST_FLUSH;
        return 1;
    default:
        return -1;
    }
}

int main(void) {
    configure();
    new_connection();
    while (c.state != ST_OK) {
        if (step() < 0)
            return 1;
        if (c.retries > 2)
            return 2;
    }
    exchange_data();
    return 0;
}
