//! Tells a person what is going on during long steps.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::outcome::Outcome;

const REMINDER: Duration = Duration::from_secs(20);

/// Runs `work` between a line that says what is being done and a line with the time it took; a step that
/// stays silent for long says every 20 seconds that it still runs.
pub fn step<T>(title: &str, work: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    eprintln!("==> {title}");
    let start = Instant::now();
    let (done, waiting) = mpsc::channel::<()>();
    let name = title.to_owned();
    let clock = thread::spawn(move || {
        while let Err(RecvTimeoutError::Timeout) = waiting.recv_timeout(REMINDER) {
            eprintln!("    … {name}: {} so far", elapsed(start));
        }
    });
    let result = work();
    drop(done);
    let _ = clock.join();
    match &result {
        Ok(_) => eprintln!("    done in {}", elapsed(start)),
        Err(_) => eprintln!("    failed after {}", elapsed(start)),
    }
    result
}

/// In place of a step that has nothing to do.
pub fn up_to_date(title: &str) {
    eprintln!("==> {title}: up to date");
}

/// One line of news inside a step.
pub fn say(line: impl AsRef<str>) {
    eprintln!("    {}", line.as_ref());
}

/// The time since `start`, as a person says it.
pub fn elapsed(start: Instant) -> String {
    let seconds = start.elapsed().as_secs_f64();
    if seconds < 10.0 {
        format!("{seconds:.1} s")
    } else if seconds < 120.0 {
        format!("{seconds:.0} s")
    } else {
        format!("{} min {:02} s", seconds as u64 / 60, seconds as u64 % 60)
    }
}
