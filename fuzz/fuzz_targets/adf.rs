//! Any JSON value as a document: no panic, and no white space left at its end.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use skreg::ticket::adf;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(document) = serde_json::from_slice::<Value>(bytes) {
        let text = adf::to_text(&document);
        assert_eq!(text.trim_end(), text);
    }
});
