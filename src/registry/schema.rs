//! `registry.schema.json`, generated from the types.

use super::model::RegistryFile;

/// The text of `registry.schema.json`.
pub fn schema_text() -> String {
    let schema = schemars::schema_for!(RegistryFile);
    let text = serde_json::to_string_pretty(&schema).expect("a schema is plain JSON");
    format!("{text}\n")
}

#[cfg(test)]
mod tests {
    use super::schema_text;

    #[test]
    fn the_file_that_is_checked_in_is_the_one_that_the_types_give() {
        let file = include_str!("../../registry.schema.json");
        assert!(file == schema_text(), "write it anew with `cargo run --example schema > registry.schema.json`");
    }
}
