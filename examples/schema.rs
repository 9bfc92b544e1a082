//! Prints `registry.schema.json` as the types give it.

#![expect(clippy::print_stdout, reason = "printing is all that it does")]
#![expect(clippy::disallowed_macros, reason = "printing is all that it does")]

fn main() {
    print!("{}", skreg::registry::schema_text());
}
