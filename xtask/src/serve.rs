//! A small static server for the page: local only, no dependencies, right content types.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::outcome::{Context, Failure, Outcome};

/// The first port tried when none is asked for.
const PORT: u16 = 4180;
/// Longest request line and header that is read, in bytes.
const LONGEST: u64 = 16 * 1024;

/// Serves `folder` on this machine until the program is ended. Without a port the first free one from 4180 on.
pub fn run(folder: &Path, port: Option<u16>) -> Outcome {
    let folder = folder.canonicalize().context(format!("looking for {}", folder.display()))?;
    let listener = match port {
        Some(port) => TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .context(format!("listening on port {port}"))
            .map_err(|failure| failure.by_hand("choose another one: --port N"))?,
        None => (PORT..PORT + 20)
            .find_map(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).ok())
            .ok_or_else(|| Failure::new("No free port was found.").by_hand("choose one: --port N"))?,
    };
    let address = listener.local_addr().context("asking for the port")?;
    println!("The page is served at http://localhost:{}/ (end with Ctrl+C).", address.port());
    let folder = Arc::new(folder);
    for stream in listener.incoming().flatten() {
        let folder = Arc::clone(&folder);
        // A browser that goes away in the middle of an answer is no reason to stop.
        thread::spawn(move || drop(answer(stream, &folder)));
    }
    Ok(())
}

fn answer(mut stream: TcpStream, folder: &Path) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let mut reader = BufReader::new(std::io::Read::take(stream.try_clone()?, LONGEST));
    let mut request = String::new();
    reader.read_line(&mut request)?;
    let mut header = String::new();
    while reader.read_line(&mut header)? > 2 {
        header.clear();
    }
    let mut words = request.split_whitespace();
    let (method, target) = (words.next().unwrap_or(""), words.next().unwrap_or("/"));
    if !matches!(method, "GET" | "HEAD") {
        return respond(&mut stream, "405 Method Not Allowed", "text/plain", b"", true);
    }
    let found = resolve(folder, target).and_then(|file| Some((fs::read(&file).ok()?, file)));
    match found {
        Some((body, file)) => respond(&mut stream, "200 OK", content_type(&file), &body, method == "GET"),
        None => respond(&mut stream, "404 Not Found", "text/plain", b"There is no such file.\n", true),
    }
}

fn respond(stream: &mut TcpStream, status: &str, kind: &str, body: &[u8], with_body: bool) -> std::io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    if with_body {
        stream.write_all(body)?;
    }
    stream.flush()
}

/// The file that a request's target means, if it lies inside the folder.
fn resolve(folder: &Path, target: &str) -> Option<PathBuf> {
    let path = decoded(target.split(['?', '#']).next()?)?;
    let relative = Path::new(path.trim_start_matches('/'));
    let plain = relative.components().all(|part| matches!(part, Component::Normal(_)));
    let mut file = folder.join(relative);
    if !plain {
        return None;
    }
    if file.is_dir() {
        file.push("index.html");
    }
    // A link may still lead outside.
    let file = file.canonicalize().ok()?;
    (file.is_file() && file.starts_with(folder)).then_some(file)
}

/// `%20` and its like as the characters that they stand for.
fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|ext| ext.to_str()).unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_the_folder_is_served() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").canonicalize().unwrap();
        assert_eq!(resolve(&folder, "/main.rs?x=1"), Some(folder.join("main.rs")));
        assert_eq!(resolve(&folder, "/%6dain.rs"), Some(folder.join("main.rs")));
        for target in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "//../Cargo.toml", "/%zz", "/nothing"] {
            assert_eq!(resolve(&folder, target), None, "{target}");
        }
    }

    #[test]
    fn wasm_has_the_type_that_streaming_asks_for() {
        assert_eq!(content_type(Path::new("a/b.wasm")), "application/wasm");
    }
}
