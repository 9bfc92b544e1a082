//! Any bytes as the file of a ticket: no panic; what is refused is refused with a reason, and what is read is not blank.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skreg::ticket::file::parse_ticket;

fuzz_target!(|bytes: &[u8]| match parse_ticket(bytes, "ticket.json") {
    Err(failure) => assert!(!failure.problems.is_empty()),
    Ok(ticket) => {
        let mut texts =
            [&ticket.summary, &ticket.description].into_iter().chain(&ticket.components).chain(&ticket.labels);
        assert!(texts.any(|text| !text.trim().is_empty()));
    }
});
