//! Any text as wiki markup: no panic, no carriage return left, and not many times longer than it was.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skreg::ticket::wiki;

fuzz_target!(|markup: &str| {
    let text = wiki::to_text(markup);
    assert_eq!(text.trim_end(), text);
    assert!(!text.contains("\r\n"));
    assert!(text.len() <= 8 * markup.len(), "{} bytes became {}", markup.len(), text.len());
});
