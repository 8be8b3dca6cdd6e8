//! Tests of the report: its data, its page, and the page in a real browser.
//!
//! The browser is headless Chromium, driven over the DevTools protocol. Without Chromium, these tests print a message and
//! pass.
mod browser;
mod clicks;
mod contents;
mod data;
mod guilt;
mod meaning;
mod pictures;
mod runs;
