//! A Messages API on 127.0.0.1 that answers as its script says and remembers what it was asked.

use std::io::Cursor;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tiny_http::{Header, Response, Server};

use crate::request::Request;

/// A server that is asked more often, or for longer, belongs to a client that runs wild: it goes away, and the client fails.
const REQUESTS: usize = 200;
const TIME: Duration = Duration::from_secs(60);

/// What the model does when its turn comes.
#[derive(Debug, Clone)]
pub(crate) enum Reply {
    Say(&'static str),
    Call(&'static str, Value),
}

/// The replies to a conversation in which a user's message holds `marker`: the first to that message, the next to what came
/// of it, and so on; the last repeats.
#[derive(Debug)]
pub(crate) struct Talk {
    marker: &'static str,
    replies: Vec<Reply>,
}

impl Talk {
    /// A talk that calls these tools, one a turn, and ends.
    pub(crate) fn calls(marker: &'static str, calls: impl IntoIterator<Item = (&'static str, Value)>) -> Self {
        let calls = calls.into_iter().map(|(tool, input)| Reply::Call(tool, input));
        Self { marker, replies: calls.chain([Reply::Say("done")]).collect() }
    }

    fn reply(&self, request: &Request) -> Option<Reply> {
        let turn = request.answers_since(self.marker)?;
        self.replies.get(turn).or(self.replies.last()).cloned()
    }
}

/// The server; it stops when it is dropped.
pub(crate) struct Api {
    server: Arc<Server>,
    requests: Arc<Mutex<Vec<Request>>>,
    thread: Option<JoinHandle<()>>,
}

impl Api {
    /// Starts a server that answers by the first of the talks that fits, and with a word where none does.
    pub(crate) fn start(talks: Vec<Talk>) -> Self {
        let server = Arc::new(Server::http("127.0.0.1:0").unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (asked, seen) = (Arc::clone(&server), Arc::clone(&requests));
        let thread = std::thread::spawn(move || serve(&asked, &talks, &seen));
        Self { server, requests, thread: Some(thread) }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.server.server_addr())
    }

    /// The conversations' requests so far.
    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }
}

impl Drop for Api {
    fn drop(&mut self) {
        self.server.unblock();
        self.thread.take().unwrap().join().unwrap();
    }
}

fn serve(server: &Server, talks: &[Talk], seen: &Mutex<Vec<Request>>) {
    let end = Instant::now() + TIME;
    for number in 0..REQUESTS {
        let rest = end.saturating_duration_since(Instant::now());
        let Ok(Some(mut request)) = server.recv_timeout(rest) else { return };
        let mut body = String::new();
        request.as_reader().read_to_string(&mut body).unwrap();
        // A client that hangs up early is its own affair.
        let _ = match request.url().split('?').next() {
            Some("/v1/messages") => {
                let asked = Request::new(serde_json::from_str(&body).unwrap());
                let reply = talks.iter().find_map(|talk| talk.reply(&asked)).unwrap_or(Reply::Say("ok"));
                seen.lock().unwrap().push(asked);
                request.respond(stream(number, &reply))
            }
            _ => request.respond(Response::empty(404).with_data(Cursor::new(Vec::new()), Some(0))),
        };
    }
}

/// A reply as the events of a stream.
fn stream(number: usize, reply: &Reply) -> Response<Cursor<Vec<u8>>> {
    let (block, delta, reason) = match reply {
        Reply::Say(text) => {
            (json!({"type": "text", "text": ""}), json!({"type": "text_delta", "text": text}), "end_turn")
        }
        Reply::Call(tool, input) => (
            json!({"type": "tool_use", "id": format!("toolu_{number:03}"), "name": tool, "input": {}}),
            json!({"type": "input_json_delta", "partial_json": input.to_string()}),
            "tool_use",
        ),
    };
    let message = json!({
        "id": format!("msg_{number:03}"), "type": "message", "role": "assistant", "model": "a-model", "content": [],
        "stop_reason": null, "stop_sequence": null, "usage": {"input_tokens": 10, "output_tokens": 1},
    });
    let events = [
        json!({"type": "message_start", "message": message}),
        json!({"type": "content_block_start", "index": 0, "content_block": block}),
        json!({"type": "content_block_delta", "index": 0, "delta": delta}),
        json!({"type": "content_block_stop", "index": 0}),
        json!({"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": null}, "usage": {"output_tokens": 5}}),
        json!({"type": "message_stop"}),
    ];
    let text: String =
        events.iter().map(|event| format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap())).collect();
    let kind = Header::from_bytes("Content-Type", "text/event-stream").unwrap();
    Response::from_data(text).with_header(kind)
}
