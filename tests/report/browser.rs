//! Headless Chromium, controlled over the DevTools protocol: JSON messages on two pipes, each followed by a zero byte.
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The names under which distributions install Chromium.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
/// The time after which a browser that does not answer counts as hung.
const HUNG: Duration = Duration::from_secs(180);

const OPTIONS: [&str; 13] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
];

/// A browser with one open page.
pub struct Browser {
    child: Child,
    to: ChildStdin,
    from: Receiver<Value>,
    session: String,
    last: u64,
    /// The events that the page has sent.
    events: Vec<Value>,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// Starts Chromium. If Chromium is not installed, prints a message and returns `None`.
    pub fn start() -> Option<Browser> {
        let is_there = |name: &&&str| {
            let found = Command::new("sh")
                .args(["-c", "command -v \"$0\" >/dev/null", name])
                .status();
            found.is_ok_and(|status| status.success())
        };
        let Some(name) = NAMES.iter().find(is_there) else {
            println!("skipped: Chromium is not installed (apt-get install chromium)");
            return None;
        };
        let profile = tempfile::tempdir().expect("a temporary folder");
        // Chromium reads from descriptor 3 and writes to descriptor 4.
        let mut child = Command::new("sh")
            .args([
                "-c",
                "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null",
                name,
            ])
            .args(OPTIONS)
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the browser starts");
        let to = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, from) = channel();
        std::thread::spawn(move || {
            loop {
                let mut message = Vec::new();
                match output.read_until(0, &mut message) {
                    Ok(0) | Err(_) => return,
                    Ok(_) => message.pop(),
                };
                let value = serde_json::from_slice(&message).expect("a message is JSON");
                if sender.send(value).is_err() {
                    return;
                }
            }
        });
        let mut browser = Browser {
            child,
            to,
            from,
            session: String::new(),
            last: 0,
            events: Vec::new(),
            _profile: profile,
        };
        browser.attach();
        Some(browser)
    }

    fn attach(&mut self) {
        let made = self.call("Target.createTarget", json!({"url": "about:blank"}));
        let target = made["targetId"].as_str().expect("a target").to_owned();
        let how = json!({"targetId": target, "flatten": true});
        let attached = self.call("Target.attachToTarget", how);
        self.session = attached["sessionId"]
            .as_str()
            .expect("a session")
            .to_owned();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
    }

    /// Calls a method of the DevTools protocol and returns its result.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let id = self.last;
        let mut message = json!({"id": id, "method": method, "params": params});
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        let mut text = message.to_string().into_bytes();
        text.push(0);
        self.to.write_all(&text).expect("the browser listens");
        loop {
            let answer = self.receive(method);
            if answer["id"] == json!(id) {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.events.push(answer);
        }
    }

    fn receive(&mut self, what: &str) -> Value {
        let received = self.from.recv_timeout(HUNG);
        received.unwrap_or_else(|error| panic!("no answer to {what}: {error}"))
    }

    /// Shows a file in a window of the given size, and waits until it is loaded.
    pub fn open(&mut self, file: &Path, (width, height): (u32, u32)) {
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", size);
        self.events.clear();
        self.call(
            "Page.navigate",
            json!({"url": format!("file://{}", file.display())}),
        );
        while !self
            .events
            .iter()
            .any(|event| event["method"] == "Page.loadEventFired")
        {
            let event = self.receive("the load event");
            self.events.push(event);
        }
    }

    /// Returns the value of an expression in the page.
    pub fn eval(&mut self, expression: &str) -> Value {
        let how = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let result = self.call("Runtime.evaluate", how);
        assert!(
            result["exceptionDetails"].is_null(),
            "{expression}: {result:#}"
        );
        result["result"]["value"].clone()
    }

    /// Returns the text of the element that `selector` selects.
    pub fn text(&mut self, selector: &str) -> String {
        let found = self.eval(&format!("document.querySelector({selector:?}).textContent"));
        found.as_str().unwrap_or_default().to_owned()
    }

    /// Presses a key, with the focus on an element.
    pub fn press(&mut self, selector: &str, key: &str) {
        self.eval(&format!("document.querySelector({selector:?}).focus()"));
        self.press_anywhere(key);
    }

    /// Presses a key at the element that has the focus.
    pub fn press_anywhere(&mut self, key: &str) {
        let text = if key.len() == 1 { key } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({"type": kind, "key": key});
            if kind == "keyDown" && !text.is_empty() {
                event["text"] = json!(text);
            }
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// Clicks at a point of the element that `selector` selects. `across` is the distance of the point from the
    /// element's left edge, as a share of its width. `down` is the distance from its top in pixels.
    pub fn click(&mut self, selector: &str, (across, down): (f64, f64)) {
        let place = self.eval(&format!(
            "(() => {{ const e = document.querySelector({selector:?}); e.scrollIntoView({{block: 'center'}}); \
             const b = e.getBoundingClientRect(); return [b.left + b.width * {across}, b.top + {down}]; }})()"
        ));
        let (x, y) = (place[0].as_f64(), place[1].as_f64());
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Enables or disables JavaScript for the pages that are opened later.
    pub fn set_scripts(&mut self, on: bool) {
        self.call(
            "Emulation.setScriptExecutionDisabled",
            json!({"value": !on}),
        );
    }

    /// Selects the light or the dark color scheme.
    pub fn set_dark(&mut self, dark: bool) {
        let value = if dark { "dark" } else { "light" };
        let features = json!([{"name": "prefers-color-scheme", "value": value}]);
        self.call("Emulation.setEmulatedMedia", json!({"features": features}));
    }

    /// Returns the errors of the page since it was opened: exceptions, and errors in the console.
    pub fn errors(&mut self) -> Vec<String> {
        self.eval("0");
        let is_error = |event: &&Value| match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => true,
            Some("Runtime.consoleAPICalled") => event["params"]["type"] == "error",
            Some("Log.entryAdded") => event["params"]["entry"]["level"] == "error",
            _ => false,
        };
        self.events
            .iter()
            .filter(is_error)
            .map(Value::to_string)
            .collect()
    }

    /// Returns the addresses that the page has requested since it was opened, other than files and data.
    pub fn requests(&self) -> Vec<String> {
        let sent = self
            .events
            .iter()
            .filter(|event| event["method"] == "Network.requestWillBeSent");
        let addresses = sent.filter_map(|event| event["params"]["request"]["url"].as_str());
        let foreign =
            addresses.filter(|url| !url.starts_with("file:") && !url.starts_with("data:"));
        foreign.map(str::to_owned).collect()
    }

    /// Returns a picture of the window in the format PNG.
    pub fn picture(&mut self) -> Vec<u8> {
        let shot = self.call("Page.captureScreenshot", json!({"format": "png"}));
        decoded(shot["data"].as_str().expect("a picture"))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Decodes a text in base64.
fn decoded(text: &str) -> Vec<u8> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => Some(c - b'A'),
        b'a'..=b'z' => Some(c - b'a' + 26),
        b'0'..=b'9' => Some(c - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let (mut bits, mut count, mut out) = (0_u32, 0, Vec::new());
    for value in text.bytes().filter_map(digit) {
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    out
}

#[test]
fn base64_is_decoded() {
    assert_eq!(decoded("TWFu"), b"Man");
    assert_eq!(decoded("TWE="), b"Ma");
}
