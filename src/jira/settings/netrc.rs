//! `~/.netrc`, as curl reads it.
//!
//! The format has no standard; curl's reading is the one most files are tried with: words parted by blanks, double quotes with
//! `\"`, `\\`, `\n`, `\r` and `\t` in them, no escapes outside of quotes, `macdef` up to an empty line. The crates for it keep
//! one login per machine or repeat a password in their errors.

use super::host::Host;
use super::secret::Secret;

/// One `machine` or the `default`.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// The machine's name as written; `None` for `default`.
    pub(super) machine: Option<String>,
    pub(super) login: Option<String>,
    pub(super) password: Option<Secret>,
}

impl Entry {
    /// Whether it is about a host. A machine without a port means each of its ports, as for curl.
    fn is_about(&self, host: &Host) -> bool {
        let named = self.host();
        named.is_some_and(|named| named == *host || named.has_name_of(host) && !self.names_port(named.port()))
    }

    /// The machine as a host; without a port it is the one of https.
    pub(super) fn host(&self) -> Option<Host> {
        Host::parse(self.machine.as_deref()?)
    }

    /// Whether the machine stands there with its port.
    pub(super) fn names_port(&self, port: u16) -> bool {
        self.machine.as_ref().is_some_and(|machine| machine.ends_with(&format!(":{port}")))
    }

    fn is_of(&self, user: Option<&str>) -> bool {
        self.password.is_some() && (user.is_none() || self.login.is_none() || self.login.as_deref() == user)
    }
}

/// The entry with a password for the first of these hosts that has one, else the default; of several logins that of the user,
/// if there is a user.
pub(super) fn find<'e>(entries: &'e [Entry], hosts: &[Host], user: Option<&str>) -> Option<&'e Entry> {
    let for_host = |host: &Host| entries.iter().find(|entry| entry.is_about(host) && entry.is_of(user));
    let default = || entries.iter().find(|entry| entry.machine.is_none() && entry.is_of(user));
    hosts.iter().find_map(for_host).or_else(default)
}

/// The entries of the file in its order. Words that mean nothing here are passed over.
pub(super) fn parse(text: &str) -> Vec<Entry> {
    let mut words = Words { rest: text };
    let mut entries: Vec<Entry> = Vec::new();
    let entry = |machine| Entry { machine, login: None, password: None };
    while let Some(word) = words.keyword() {
        match word.as_str() {
            "machine" => entries.extend(words.next().map(|name| entry(Some(name)))),
            "default" => entries.push(entry(None)),
            "macdef" => words.skip_macro(),
            "login" | "user" => {
                let login = words.next();
                if let Some(last) = entries.last_mut() {
                    last.login = login.filter(|login| !login.is_empty());
                }
            }
            "password" => {
                let password = words.next().filter(|password| !password.is_empty());
                if let Some(last) = entries.last_mut() {
                    last.password = password.map(Secret::from);
                }
            }
            "account" | "port" | "protocol" => drop(words.next()),
            _ => {}
        }
    }
    entries
}

struct Words<'t> {
    rest: &'t str,
}

impl Words<'_> {
    /// The next word where a keyword belongs; a comment there ends with its line.
    fn keyword(&mut self) -> Option<String> {
        while self.rest.trim_start().starts_with('#') {
            self.skip_line();
        }
        self.next()
    }

    fn next(&mut self) -> Option<String> {
        self.rest = self.rest.trim_start();
        if let Some(quoted) = self.rest.strip_prefix('"') {
            self.rest = quoted;
            return Some(self.quoted());
        }
        let (word, rest) = self.rest.split_at(self.rest.find(char::is_whitespace).unwrap_or(self.rest.len()));
        self.rest = rest;
        (!word.is_empty()).then(|| word.to_owned())
    }

    /// The word up to the closing quote, or to the end of the file.
    fn quoted(&mut self) -> String {
        let mut word = String::new();
        let mut characters = self.rest.chars();
        while let Some(character) = characters.next() {
            match character {
                '"' => break,
                '\\' => word.extend(characters.next().map(unescape)),
                other => word.push(other),
            }
        }
        self.rest = characters.as_str();
        word
    }

    fn skip_line(&mut self) {
        let text = self.rest.trim_start();
        self.rest = text.find('\n').map_or("", |end| &text[end + 1..]);
    }

    /// Passes over the macro's name and its lines up to an empty one.
    fn skip_macro(&mut self) {
        let lines =
            |text: &str| text.split_inclusive('\n').take_while(|line| !line.trim().is_empty()).map(str::len).sum();
        let end: usize = lines(self.rest);
        self.rest = &self.rest[end..];
    }
}

fn unescape(character: char) -> char {
    match character {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_password_comes_through_quotes_and_any_text_is_read(password in ".+", noise in any::<String>()) {
            let quoted = password.replace('\\', "\\\\").replace('"', "\\\"");
            prop_assert_eq!(read(&format!("machine a password \"{quoted}\" login u")), [entry("a", "u", &password)]);
            read(&noise);
            read(&format!("machine a password {noise}"));
        }
    }

    fn read(text: &str) -> Vec<(Option<String>, Option<String>, Option<String>)> {
        let shown =
            |entry: Entry| (entry.machine, entry.login, entry.password.map(|secret| secret.expose().to_owned()));
        parse(text).into_iter().map(shown).collect()
    }

    fn entry(machine: &str, login: &str, password: &str) -> (Option<String>, Option<String>, Option<String>) {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        (some(machine), some(login), some(password))
    }

    #[test]
    fn words_may_stand_on_any_lines_and_in_any_order() {
        let text = "machine a login u password p\r\nmachine b\n\tpassword p2\n\taccount x\n\tuser u2\ndefault login d password pd";
        assert_eq!(read(text), [entry("a", "u", "p"), entry("b", "u2", "p2"), entry("", "d", "pd")]);
        assert_eq!(read(""), []);
        assert_eq!(read("machine"), []);
        assert_eq!(read("login x password y"), []);
        assert_eq!(read("machine a login"), [entry("a", "", "")]);
    }

    #[test]
    fn quotes_hold_blanks_and_escapes_and_bare_words_hold_neither() {
        let text =
            r#"machine a login "first last" password "p \"q\" \\ é\t" machine b password c:\n"x machine c password """#;
        let expected = [entry("a", "first last", "p \"q\" \\ é\t"), entry("b", "", "c:\\n\"x"), entry("c", "", "")];
        assert_eq!(read(text), expected);
        assert_eq!(read("machine a password \"no end"), [entry("a", "", "no end")]);
    }

    #[test]
    fn comments_and_macros_are_passed_over_and_a_password_may_begin_with_a_hash() {
        let text = "# machine x password y\nmachine a # note login z\n password #1 # more\n\
                    macdef init\ncd login\nmachine evil password e\n\nmachine b password p\nmacdef last\nmachine c";
        assert_eq!(read(text), [entry("a", "", "#1"), entry("b", "", "p")]);
    }

    fn found(text: &str, host: &str, user: Option<&str>) -> Option<String> {
        let entries = parse(text);
        let found = find(&entries, &[Host::parse(host).unwrap()], user)?;
        found.password.as_ref().map(|secret| secret.expose().to_owned())
    }

    #[test]
    fn the_entry_is_that_of_the_host_and_the_user_else_the_default() {
        let text = "machine a.example login u password 1\nmachine a.example login v password 2\nmachine b.example:8443 password 3\n\
                    machine A.EXAMPLE.evil password 4 machine c.example login x";
        assert_eq!(found(text, "A.example", None).as_deref(), Some("1"));
        assert_eq!(found(text, "a.example:8080", None).as_deref(), Some("1"), "no port means each");
        assert_eq!(found(text, "a.example", Some("v")).as_deref(), Some("2"));
        assert_eq!(found(text, "a.example", Some("w")), None);
        assert_eq!(found(text, "b.example:8443", Some("w")).as_deref(), Some("3"));
        assert_eq!(found(text, "b.example", None), None);
        assert_eq!(found(text, "x.a.example", None), None);
        assert_eq!(found(text, "c.example", None), None, "a login alone opens nothing");
        assert_eq!(found(&format!("{text} default password 9"), "c.example", None).as_deref(), Some("9"));
    }
}
