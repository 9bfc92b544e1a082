//! A Jira on 127.0.0.1 that answers as a test says and remembers what it was asked.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

/// One request as it came.
#[derive(Debug, Clone)]
pub(super) struct Request {
    /// Path and query.
    pub(super) target: String,
    /// Names in lower case.
    pub(super) headers: BTreeMap<String, String>,
}

impl Request {
    pub(super) fn path(&self) -> &str {
        self.target.split('?').next().unwrap()
    }

    /// The value of a part of the query, decoded.
    pub(super) fn query(&self, name: &str) -> Option<String> {
        let url = url::Url::parse(&format!("http://x{}", self.target)).unwrap();
        url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
    }
}

/// An answer: the status line, headers and body that go over the wire as they are.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    /// How many bytes more the answer promises than it holds.
    missing: usize,
}

impl Answer {
    pub(super) fn new(status: u16, kind: &str, body: impl Into<Vec<u8>>) -> Self {
        Self { status, headers: vec![("Content-Type".to_owned(), kind.to_owned())], body: body.into(), missing: 0 }
    }

    pub(super) fn json(status: u16, body: &serde_json::Value) -> Self {
        Self::new(status, "application/json;charset=UTF-8", body.to_string())
    }

    pub(super) fn html(status: u16) -> Self {
        Self::new(status, "text/html", "<!DOCTYPE html><title>A page</title>")
    }

    pub(super) fn header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// Breaks off before the body is whole.
    pub(super) fn truncated(mut self) -> Self {
        self.missing = 100;
        self
    }
}

/// The server; it stops when it is dropped.
pub(super) struct Server {
    port: u16,
    seen: Arc<Mutex<Vec<Request>>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts a server that answers each request by a function of it and of the number of requests before it.
    pub(super) fn start(answer: impl Fn(&Request, usize) -> Answer + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (seen, stop) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
        let (record, stopped) = (Arc::clone(&seen), Arc::clone(&stop));
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if stopped.load(Ordering::SeqCst) {
                    break;
                }
                // A client that hangs up early is its own affair.
                let _ = serve(stream.unwrap(), &answer, &record);
            }
        });
        Self { port, seen, stop, thread: Some(thread) }
    }

    /// Starts a server that gives the same answer to everything.
    pub(super) fn always(answer: Answer) -> Self {
        Self::start(move |_, _| answer.clone())
    }

    pub(super) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The requests so far.
    pub(super) fn requests(&self) -> Vec<Request> {
        self.seen.lock().unwrap().clone()
    }

    /// Text with this server's port named alike in every run.
    pub(super) fn shown(&self, text: &str) -> String {
        text.replace(&self.port.to_string(), "[PORT]")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        // Wakes the thread up, which then sees that it is to stop.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
        self.thread.take().unwrap().join().unwrap();
    }
}

/// Answers one request and closes the connection.
fn serve(
    mut stream: TcpStream,
    answer: &impl Fn(&Request, usize) -> Answer,
    record: &Mutex<Vec<Request>>,
) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    let Some(target) = first.split(' ').nth(1).map(str::to_owned) else { return Ok(()) };
    let mut headers = BTreeMap::new();
    for line in lines {
        let line = line?;
        let Some((name, value)) = line.split_once(':') else { break };
        headers.insert(name.to_lowercase(), value.trim().to_owned());
    }
    let request = Request { target, headers };
    let before = record.lock().unwrap().len();
    record.lock().unwrap().push(request.clone());
    let answer = answer(&request, before);
    write!(stream, "HTTP/1.1 {} Status\r\nConnection: close\r\n", answer.status)?;
    write!(stream, "Content-Length: {}\r\n", answer.body.len() + answer.missing)?;
    for (name, value) in &answer.headers {
        write!(stream, "{name}: {value}\r\n")?;
    }
    stream.write_all(b"\r\n")?;
    stream.write_all(&answer.body)?;
    stream.flush()
}
