/*
 * The client's side of a TLS handshake. The server decides the messages, their order and their contents. Messages are read one
 * by one, so that a hostile server may send any message at any time. Checked: the master secret
 * is set before a cipher is activated, the server's certificate is verified before its key is used (unless the cipher
 * is anonymous and the user allowed that), and at most one retry of the hello message is answered.
 *
 * With -DBUG a change of cipher is accepted as soon as the server's hello has arrived, with a secret that is still empty.
 *
 *   symtool examples/c/cdse/tls_client_true.c --cdse --unwind 12
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

/* The messages that the server can send. */
enum message {
    MSG_HELLO_REQUEST = 0,
    MSG_SERVER_HELLO = 2,
    MSG_RETRY = 6,
    MSG_CERTIFICATE = 11,
    MSG_KEY = 12,
    MSG_REQUEST = 13,
    MSG_DONE = 14,
    MSG_CCS = 20,
    MSG_ALERT = 21,
    MSG_FINISHED = 22,
    MSG_DATA = 23
};

enum phase {
    START,
    HELLO_SENT,
    HELLO_SEEN,
    CERT_SEEN,
    KEY_SEEN,
    REQUEST_SEEN,
    KEYS_SENT,
    CCS_SEEN,
    CONNECTED,
    CLOSED
};

static int phase;
static int anonymous;
static int allow_anonymous;
static int ephemeral;
static int wants_certificate;
static int has_secret;
static int cert_ok;
static int key_used;
static int retries_answered;
static int reads_encrypted;
static int writes_encrypted;
static int warnings;

static int fatal(void) {
    phase = CLOSED;
    return -1;
}

static void send_hello(void) {
    phase = HELLO_SENT;
}

static int on_retry(void) {
    if (phase != HELLO_SENT)
        return fatal();
    if (retries_answered >= 1)
        return fatal();
    retries_answered++;
    send_hello();
    return 0;
}

static int on_server_hello(void) {
    int cipher;
    if (phase != HELLO_SENT)
        return fatal();
    cipher = __VERIFIER_nondet_int();
    anonymous = (cipher & 1) != 0;
    ephemeral = (cipher & 2) != 0 || anonymous;
    if (anonymous && !allow_anonymous)
        return fatal();
    phase = HELLO_SEEN;
    return 0;
}

/* Checks names, times and signatures of the certificate chain, up to a root; returns whether the chain is valid. */
static int check_chain(void) {
    int depth;
    for (depth = 0; depth < 3; depth++) {
        int certificate = __VERIFIER_nondet_int();
        if (certificate < 0)
            return 0;
        if (certificate == 1)
            return 1;
    }
    return 0;
}

static int on_certificate(void) {
    if (phase != HELLO_SEEN || anonymous)
        return fatal();
    if (!check_chain())
        return fatal();
    cert_ok = 1;
    phase = CERT_SEEN;
    return 0;
}

static int on_key(void) {
    if (!ephemeral)
        return fatal();
    if (anonymous ? phase != HELLO_SEEN : phase != CERT_SEEN)
        return fatal();
    if (__VERIFIER_nondet_int() < 0)
        return fatal();
    key_used = 1;
    if (!cert_ok && !allow_anonymous)
        reach_error();
    phase = KEY_SEEN;
    return 0;
}

static int on_request(void) {
    if (anonymous)
        return fatal();
    if (phase != (ephemeral ? KEY_SEEN : CERT_SEEN))
        return fatal();
    wants_certificate = 1;
    phase = REQUEST_SEEN;
    return 0;
}

static void switch_writing(void) {
    if (!has_secret)
        reach_error();
    writes_encrypted = 1;
}

/* Sends the client's messages: certificate, key, verification, change of cipher, finished. */
static int on_done(void) {
    if (phase == CERT_SEEN && ephemeral)
        return fatal();
    if (phase != CERT_SEEN && phase != KEY_SEEN && phase != REQUEST_SEEN)
        return fatal();
    if (wants_certificate && __VERIFIER_nondet_int() < 0)
        return fatal();
    has_secret = 1;
    if (!key_used)
        key_used = 1;
    if (__VERIFIER_nondet_int() < 0)
        return fatal();
    switch_writing();
    phase = KEYS_SENT;
    return 0;
}

static int on_change_cipher(void) {
#ifdef BUG
    if (phase < HELLO_SEEN || phase >= CCS_SEEN)
        return fatal();
#else
    if (phase != KEYS_SENT)
        return fatal();
#endif
    if (!has_secret)
        reach_error();
    reads_encrypted = 1;
    phase = CCS_SEEN;
    return 0;
}

static int on_finished(void) {
    if (phase != CCS_SEEN)
        return fatal();
    if (__VERIFIER_nondet_int() < 0)
        return fatal();
    phase = CONNECTED;
    return 0;
}

static int on_data(void) {
    if (phase != CONNECTED)
        return fatal();
    if (!reads_encrypted || !writes_encrypted || !key_used)
        reach_error();
    if (!cert_ok && !(anonymous && allow_anonymous))
        reach_error();
    return 1;
}

static int on_alert(void) {
    int level = __VERIFIER_nondet_int();
    if (level == 2)
        return fatal();
    if (++warnings > 3)
        return fatal();
    return 0;
}

static int dispatch(int message) {
    switch (message) {
    case MSG_HELLO_REQUEST:
        /* The program accepts a hello request only after a handshake. */
        return phase == CONNECTED ? 1 : 0;
    case MSG_RETRY:
        return on_retry();
    case MSG_SERVER_HELLO:
        return on_server_hello();
    case MSG_CERTIFICATE:
        return on_certificate();
    case MSG_KEY:
        return on_key();
    case MSG_REQUEST:
        return on_request();
    case MSG_DONE:
        return on_done();
    case MSG_CCS:
        return on_change_cipher();
    case MSG_FINISHED:
        return on_finished();
    case MSG_DATA:
        return on_data();
    case MSG_ALERT:
        return on_alert();
    default:
        return fatal();
    }
}

int main(void) {
    allow_anonymous = __VERIFIER_nondet_int() != 0;
    phase = START;
    send_hello();
    for (;;) {
        int message = __VERIFIER_nondet_int();
        int result = dispatch(message);
        if (retries_answered > 1)
            reach_error();
        if (result != 0)
            return 0;
    }
}
