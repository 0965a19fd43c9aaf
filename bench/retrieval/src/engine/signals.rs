//! What speaks for and against every chunk, as ranking sees it.

use nearfield::engine::RankOptions;
use nearfield::rank::question::{self, Question};
use nearfield::rank::signals::{Evidence, Weights};
use nearfield::rank::view::View;
use nearfield::rank::{Filter, Scope};

pub use nearfield::rank::signals::Signal;

use super::Nearfield;
use crate::outcome::Outcome;

/// The chunks that take part in a ranking, by place, with the values of their signals.
pub struct Signals<'a> {
    view: View<'a>,
    evidence: Evidence,
    /// By signal: what the question's intent multiplies it by.
    factors: Vec<f64>,
    /// The scores under the shipped weights.
    pub scores: Vec<f64>,
}

impl Nearfield {
    /// Makes the index ready; the engine does that when it is asked anything.
    pub fn settle(&mut self) -> Outcome {
        self.engine.rank("settle", &RankOptions { limit: 1.0, ..RankOptions::default() })?;
        Ok(())
    }

    /// The signals of every chunk for a query. The index must have been [settled](Self::settle).
    pub fn signals(&mut self, query: &str) -> Outcome<Signals<'_>> {
        let ranking = self.contents.ranking();
        let filter =
            Filter::new(&Scope { content: ranking.content, paths: ranking.paths.as_deref(), ..Scope::default() })?;
        let embedding = self.engine.embed(&question::asked(query))?;
        let question = Question::read(query, self.engine.index());
        let view = View::new(self.engine.index(), |file| filter.admits(file));
        let weights = Weights::new(|signal| question.intent.factor(signal));
        let evidence = Evidence::gather(&view, &question, Some(&embedding), &weights);
        let scores = evidence.total(&view, |signal, content| weights.of(signal, content));
        let factors = Signal::ALL.iter().map(|&signal| question.intent.factor(signal)).collect();
        Ok(Signals { view, evidence, factors, scores })
    }
}

impl Signals<'_> {
    /// A place's file: its number and its path.
    pub fn file(&self, place: usize) -> (u32, &str) {
        (self.view.file_of[place], &self.view.place(place).file.source.path)
    }

    /// First and last line of a place.
    pub fn lines(&self, place: usize) -> (u32, u32) {
        let chunk = &self.view.place(place).entry.chunk;
        (chunk.start_line, chunk.end_line)
    }

    /// A place's values in the order of [`Signal::ALL`], times the intent's factors, so that the weights alone are
    /// missing from its score.
    pub fn row(&self, place: usize) -> Vec<f32> {
        let mut row = vec![0.0; Signal::ALL.len()];
        for column in &self.evidence.columns {
            let signal = column.0 as usize;
            row[signal] = (self.factors[signal] * Evidence::value(&self.view, column, place)) as f32;
        }
        row
    }
}
