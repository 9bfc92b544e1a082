//! When to try again, and how long to wait first: values in, values out.

use std::time::Duration;

use jiff::Timestamp;

/// How often a request is made at most.
pub(super) const TRIES: u32 = 3;

/// The longest wait that a server may ask for; a longer one is cut, and the last refusal tells it.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// The shortest wait: a `Retry-After` of 0 says "go on", and a busy server is not hammered all the same.
const SHORTEST_WAIT: Duration = Duration::from_secs(1);

/// Whether a status asks for another try: 429 and the server's own faults.
pub(super) fn is_passing(status: u16) -> bool {
    status == 429 || (500..600).contains(&status)
}

/// How long to wait before the next try: what `Retry-After` says (seconds or an HTTP date, RFC 9110, section 10.2.3), between one second
/// and half a minute; without one a second, then two. `jitter` from 0 to 1 adds up to a quarter.
pub(super) fn wait(attempt: u32, retry_after: Option<&str>, now: Timestamp, jitter: f64) -> Duration {
    let asked = retry_after.and_then(|value| asked_for(value.trim(), now));
    let wait = asked.unwrap_or_else(|| SHORTEST_WAIT * 2_u32.saturating_pow(attempt.saturating_sub(1)));
    let wait = wait.clamp(SHORTEST_WAIT, LONGEST_WAIT);
    wait + wait.mul_f64(jitter.clamp(0.0, 1.0) / 4.0)
}

fn asked_for(value: &str, now: Timestamp) -> Option<Duration> {
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(value.parse().map_or(LONGEST_WAIT, Duration::from_secs));
    }
    let at = jiff::fmt::rfc2822::DateTimeParser::new().relaxed_weekday(true).parse_timestamp(value).ok()?;
    Some(Duration::try_from(at.duration_since(now)).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(attempt: u32, retry_after: Option<&str>) -> u64 {
        wait(attempt, retry_after, "2030-01-02T03:04:05Z".parse().unwrap(), 0.0).as_secs()
    }

    #[test]
    fn waits_as_long_as_the_server_says_within_bounds() {
        for (value, expected) in [
            ("0", 1),
            ("7", 7),
            ("999999999999999999999999", 30),
            ("86400", 30),
            ("Wed, 02 Jan 2030 03:04:15 GMT", 10),
            ("Wed, 02 Jan 2030 03:00:00 GMT", 1),
            ("Thu, 31 Dec 2099 23:59:59 GMT", 30),
            ("Sun, 31 Dec 2099 23:59:59 GMT", 30),
        ] {
            assert_eq!(seconds(1, Some(value)), expected, "{value}");
        }
    }

    #[test]
    fn without_a_readable_wish_each_wait_is_twice_the_one_before() {
        assert_eq!([1, 2, 3].map(|attempt| seconds(attempt, None)), [1, 2, 4]);
        for odd in ["", "-5", "soon", "1.5", "+3"] {
            assert_eq!(seconds(2, Some(odd)), 2, "{odd}");
        }
    }

    #[test]
    fn jitter_adds_at_most_a_quarter() {
        let waited = wait(1, Some("8"), Timestamp::UNIX_EPOCH, 1.0);
        assert_eq!(waited, Duration::from_secs(10));
    }
}
