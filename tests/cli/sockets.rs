//! The tests check the connection to the outside of the program (`--sym-socket`, `--socket`): servers and clients whose
//! input has a failure, the replay of test cases, and programs that wait for ever.
use crate::harness::{Bench, example};
use serde_json::Value;

#[test]
fn the_request_that_breaks_a_server_is_found_and_replayed() {
    let bench = Bench::new();
    let file = example("env/server.c");
    let run = bench
        .run(&[
            &file,
            "--sym-socket",
            "5",
            "--verify",
            "--out",
            "o",
            "--json",
        ])
        .expect_code(10);
    let json: Value = serde_json::from_str(&run.stdout).expect("one JSON object");
    let error = &json["errors"][0];
    assert_eq!(error["kind"], "out-of-bounds", "{error}");
    let input = error["inputs"]["socket"].as_str().unwrap_or_default();
    assert!(input.starts_with("53343d3"), "{error}");
    assert!(input.ends_with("0a"), "{error}");
    for test in ["o/errors/000001.ktest", "o/errors/000001.json"] {
        let run = bench
            .run(&["replay", test, &file, "--verify"])
            .expect_code(10);
        assert!(run.stdout.contains("VIOLATION"), "{}", run.stdout);
    }
    // A native program does not get the bytes of a test case from a socket.
    let run = bench
        .run(&["export", "o/errors/000001.json", &file, "--as", "c"])
        .expect_code(1);
    assert!(run.stderr.contains("--sym-socket"), "{}", run.stderr);
}

#[test]
fn a_server_is_verified_for_requests_that_are_too_short() {
    let bench = Bench::new();
    let file = example("env/server.c");
    // After the connection, the server waits for another one for ever, which is no failure.
    let json = bench.json(&[&file, "--sym-socket", "0..4", "--verify"]);
    assert_eq!(json["verdict"], "verified", "{json}");
    let input = bench.file("request", "S1=2\nS3=4\n");
    let json = bench.json(&[&file, "--socket", &input, "--verify"]);
    assert_eq!(json["verdict"], "verified", "{json}");
    let input = bench.file("request", "S1=2\nS4=4\n");
    bench
        .run(&[&file, "--socket", &input, "--verify", "--out", "o"])
        .expect_code(10);
    std::fs::remove_file(&input).expect("it is removed");
    bench
        .run(&["replay", "o/errors/000001.ktest", &file])
        .expect_code(10);
}

#[test]
fn without_the_option_a_server_is_not_verified() {
    let bench = Bench::new();
    let file = example("env/server.c");
    let json = bench.json(&[&file, "--verify"]);
    assert_eq!(json["verdict"], "incomplete", "{json}");
    assert!(json.to_string().contains("--sym-socket"), "{json}");
}

const CLIENT: &str = r#"
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
int main(void)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found;
    char line[16];
    if (getaddrinfo("10.1.2.3", "80", &hints, &found) != 0)
        return 1;
    int s = socket(found->ai_family, found->ai_socktype, found->ai_protocol);
    if (connect(s, found->ai_addr, found->ai_addrlen) != 0) {
        assert(errno == ECONNREFUSED);
        return 2;
    }
    freeaddrinfo(found);
    FILE *stream = fdopen(s, "r+");
    fputs("GET /\n", stream);
    fflush(stream);
    if (fgets(line, sizeof line, stream) == NULL)
        return 3;
    assert(strncmp(line, "200", 3) != 0);
    fclose(stream);
    return 0;
}
"#;

#[test]
fn the_answer_to_a_client_is_symbolic() {
    let bench = Bench::new();
    let file = bench.file("client.c", CLIENT);
    let json = bench.json(&[&file, "--sym-socket", "3", "--verify"]);
    assert_eq!(json["errors"][0]["inputs"]["socket"], "323030", "{json}");
    let json = bench.json(&[&file, "--sym-socket", "2", "--verify"]);
    assert_eq!(json["verdict"], "verified", "{json}");
    // Without the option, the connection is refused.
    let json = bench.json(&[&file]);
    assert_eq!(json["tests"][0]["kind"], "exit 2", "{json}");
}

#[test]
fn an_event_loop_sees_one_connection() {
    let bench = Bench::new();
    let text = r#"
#include <assert.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void)
{
    struct pollfd p[2] = {{socket(AF_INET, SOCK_STREAM, 0), POLLIN, 0}, {socket(AF_INET, SOCK_STREAM, 0), POLLIN, 0}};
    struct pollfd client = {-1, POLLIN, 0};
    int connections = 0, bytes = 0;
    if (listen(p[0].fd, 1) != 0 || listen(p[1].fd, 1) != 0)
        return 1;
    while (poll(p, 2, -1) > 0) {
        int i = p[0].revents ? 0 : 1;
        char text[8];
        client.fd = accept(p[i].fd, NULL, NULL);
        connections++;
        while (poll(&client, 1, -1) == 1) {
            ssize_t n = read(client.fd, text, sizeof text);
            if (n <= 0)
                break;
            bytes += n;
            assert(n < 2 || text[1] != '!' || text[0] != '?');
        }
        assert(connections == 1 && bytes <= 4);
        close(client.fd);
    }
    return 0;
}
"#;
    let file = bench.file("loop.c", text);
    let json = bench.json(&[&file, "--sym-socket", "0..4", "--verify"]);
    let errors = json["errors"].as_array().map_or(0, Vec::len);
    assert_eq!(errors, 1, "{json}");
    let input = json["errors"][0]["inputs"]["socket"].as_str();
    assert!(input.is_some_and(|i| i.starts_with("3f21")), "{json}");
    let json = bench.json(&[&file, "--sym-socket", "1", "--verify"]);
    assert_eq!(json["verdict"], "verified", "{json}");
}

#[test]
fn a_call_that_waits_for_ever_ends_the_path_and_is_reported() {
    let bench = Bench::new();
    let calls = [
        "read(d[0], &c, 1)",
        "recv(d[0], &c, 1, MSG_WAITALL)",
        "poll(&p, 1, -1)",
        "send(d[0], big, sizeof big, 0)",
    ];
    for call in calls {
        let text = format!(
            "#include <assert.h>\n#include <poll.h>\n#include <sys/socket.h>\n#include <unistd.h>\n\
             static char big[300000];\nint main(void)\n{{\n    int d[2];\n    char c;\n\
                 socketpair(AF_UNIX, SOCK_STREAM, 0, d);\n    struct pollfd p = {{d[0], POLLIN, 0}};\n    (void)p;\n    (void)c;\n\
                 {call};\n    assert(0);\n}}\n"
        );
        let file = bench.file("wait.c", &text);
        let json = bench.json(&[&file, "--verify"]);
        assert_eq!(json["verdict"], "incomplete", "{call}: {json}");
        assert_eq!(json["errors"].as_array().map(Vec::len), Some(0), "{json}");
    }
}
