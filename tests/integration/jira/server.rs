//! A Jira on 127.0.0.1 that answers as a test says and remembers what it was asked: over http, over https, or as any host behind a
//! proxy that ends TLS itself, as companies have them.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;

use rustls::{ServerConfig, ServerConnection, StreamOwned};

use super::certificate::Authority;

/// One request as it came.
#[derive(Debug, Clone)]
pub(super) struct Request {
    pub(super) method: String,
    /// Path and query; host and port of a `CONNECT`.
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

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }
}

/// An answer: the status line, headers and body that go over the wire as they are.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    end: End,
}

/// What comes after the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Whole,
    /// The answer promises more, and the connection ends.
    BrokenOff,
    /// The answer promises more, and the connection stays.
    Stalled,
    /// The answer promises more, which comes byte by byte, four a second.
    Dripping,
    /// There is no answer at all.
    Silent,
}

impl Answer {
    pub(super) fn new(status: u16, kind: &str, body: impl Into<Vec<u8>>) -> Self {
        Self::bare(status, body).header("Content-Type", kind)
    }

    /// Without a type of its content.
    pub(super) fn bare(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self { status, headers: Vec::new(), body: body.into(), end: End::Whole }
    }

    pub(super) fn json(status: u16, body: &serde_json::Value) -> Self {
        Self::new(status, "application/json;charset=UTF-8", body.to_string())
    }

    pub(super) fn html(status: u16) -> Self {
        Self::new(status, "text/html;charset=UTF-8", "<!DOCTYPE html><title>A page</title>")
    }

    pub(super) fn header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// The same, with its body packed.
    pub(super) fn gzip(mut self) -> Self {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(&self.body).unwrap();
        self.body = packer.finish().unwrap();
        self.header("Content-Encoding", "gzip")
    }

    /// Breaks off before the body is whole.
    pub(super) fn broken_off(mut self) -> Self {
        self.end = End::BrokenOff;
        self
    }

    /// Stops before the body is whole, and keeps the connection.
    pub(super) fn stalled(mut self) -> Self {
        self.end = End::Stalled;
        self
    }

    /// Goes on byte by byte after the body.
    pub(super) fn dripping(mut self) -> Self {
        self.end = End::Dripping;
        self
    }

    /// Never says anything.
    pub(super) fn silent() -> Self {
        Self { end: End::Silent, ..Self::bare(200, "") }
    }
}

/// How the server is spoken to.
#[derive(Clone)]
enum Wire {
    Http,
    Https(Arc<ServerConfig>),
    /// `CONNECT` first, then as [`Wire::Https`].
    Proxy(Arc<ServerConfig>),
}

/// What the server was asked.
#[derive(Default)]
struct Record {
    requests: Mutex<Vec<Request>>,
    tunnels: Mutex<Vec<Request>>,
}

/// The server; it stops when it is dropped.
pub(super) struct Server {
    port: u16,
    record: Arc<Record>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts a server that answers each request by a function of it and of the number of requests before it.
    pub(super) fn start(answer: impl Fn(&Request, usize) -> Answer + Send + 'static) -> Self {
        Self::on(Wire::Http, answer)
    }

    /// The same over https.
    pub(super) fn https(authority: &Authority, answer: impl Fn(&Request, usize) -> Answer + Send + 'static) -> Self {
        Self::on(Wire::Https(authority.server()), answer)
    }

    /// A proxy behind which every host that the authority vouches for answers so.
    pub(super) fn proxy(authority: &Authority, answer: impl Fn(&Request, usize) -> Answer + Send + 'static) -> Self {
        Self::on(Wire::Proxy(authority.server()), answer)
    }

    fn on(wire: Wire, answer: impl Fn(&Request, usize) -> Answer + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (record, stop) = (Arc::new(Record::default()), Arc::new(AtomicBool::new(false)));
        let (seen, stopped) = (Arc::clone(&record), Arc::clone(&stop));
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if stopped.load(Ordering::SeqCst) {
                    break;
                }
                // A client that hangs up early is its own affair.
                let _ = accept(stream.unwrap(), &wire, &answer, &seen);
            }
        });
        Self { port, record, stop, thread: Some(thread) }
    }

    pub(super) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The requests so far, without those that only open a tunnel.
    pub(super) fn requests(&self) -> Vec<Request> {
        locked(&self.record.requests).clone()
    }

    /// The requests that opened a tunnel.
    pub(super) fn tunnels(&self) -> Vec<Request> {
        locked(&self.record.tunnels).clone()
    }

    /// Text with this server's port named alike in every run.
    pub(super) fn shown(&self, text: &str) -> String {
        text.replace(&format!("127.0.0.1:{}", self.port), "127.0.0.1:[PORT]")
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

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap()
}

fn accept(
    mut stream: TcpStream,
    wire: &Wire,
    answer: &impl Fn(&Request, usize) -> Answer,
    record: &Record,
) -> std::io::Result<()> {
    let secured = |config: &Arc<ServerConfig>, stream| {
        StreamOwned::new(ServerConnection::new(Arc::clone(config)).unwrap(), stream)
    };
    match wire {
        Wire::Http => serve(stream, answer, record),
        Wire::Https(config) => {
            let mut raw = stream.try_clone()?;
            serve(secured(config, stream), answer, record).or_else(|_| {
                // What is still unread would take the server's last word away from the client.
                raw.shutdown(Shutdown::Write)?;
                std::io::copy(&mut raw, &mut std::io::sink()).map(drop)
            })
        }
        Wire::Proxy(config) => {
            let Some(request) = read(&mut stream)? else { return Ok(()) };
            let is_tunnel = request.method == "CONNECT";
            locked(&record.tunnels).push(request);
            if !is_tunnel {
                return stream.write_all(b"HTTP/1.1 405 Status\r\nContent-Length: 0\r\n\r\n");
            }
            stream.write_all(b"HTTP/1.1 200 Status\r\n\r\n")?;
            serve(secured(config, stream), answer, record)
        }
    }
}

/// The first byte of whoever expects https.
const TLS_HANDSHAKE: [u8; 1] = [0x16];

/// Reads one request, byte by byte, so that nothing behind it is taken away.
fn read(stream: &mut impl Read) -> std::io::Result<Option<Request>> {
    let mut text = Vec::new();
    let mut byte = [0];
    while !text.ends_with(b"\r\n\r\n") && stream.read(&mut byte)? == 1 {
        text.push(byte[0]);
        if text == TLS_HANDSHAKE {
            break;
        }
    }
    let mut lines = BufReader::new(text.as_slice()).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    let mut words = first.split(' ').map(str::to_owned);
    let (Some(method), Some(target)) = (words.next(), words.next()) else { return Ok(None) };
    let mut headers = BTreeMap::new();
    for line in lines {
        let line = line?;
        let Some((name, value)) = line.split_once(':') else { break };
        headers.insert(name.to_lowercase(), value.trim().to_owned());
    }
    Ok(Some(Request { method, target, headers }))
}

/// Answers one request and closes the connection.
fn serve(
    mut stream: impl Read + Write,
    answer: &impl Fn(&Request, usize) -> Answer,
    record: &Record,
) -> std::io::Result<()> {
    let Some(request) = read(&mut stream)? else { return stream.write_all(b"HTTP/1.1 400 Status\r\n\r\n") };
    let before = locked(&record.requests).len();
    let answer = answer(&request, before);
    locked(&record.requests).push(request);
    if answer.end != End::Silent {
        write(&mut stream, &answer)?;
    }
    if answer.end == End::Dripping {
        loop {
            std::thread::sleep(std::time::Duration::from_millis(250));
            stream.write_all(b" ")?;
            stream.flush()?;
        }
    }
    if matches!(answer.end, End::Silent | End::Stalled) {
        // Until the client hangs up.
        std::io::copy(&mut stream, &mut std::io::sink())?;
    }
    Ok(())
}

fn write(stream: &mut impl Write, answer: &Answer) -> std::io::Result<()> {
    let promised = answer.body.len() + if answer.end == End::Whole { 0 } else { 1000 };
    write!(stream, "HTTP/1.1 {} Status\r\nConnection: close\r\n", answer.status)?;
    write!(stream, "Content-Length: {promised}\r\n")?;
    for (name, value) in &answer.headers {
        write!(stream, "{name}: {value}\r\n")?;
    }
    stream.write_all(b"\r\n")?;
    stream.write_all(&answer.body)?;
    stream.flush()
}
