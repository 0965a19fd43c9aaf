//! What speaks for and against a chunk: named, bounded values, each of which can be switched off.

mod cosines;
mod lines;
mod names;
mod neighbours;
mod paths;
mod places;
mod priors;
mod similar;
mod terms;
mod values;

use super::blend::most;
use super::question::Question;
use super::view::View;
use crate::index::File;
use crate::source::Content;
use serde::Serialize;
use terms::Gathered;

pub use lines::Lines;
pub use values::Values;

/// What a signal goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Closeness of embeddings.
    Semantic,
    /// Agreement in words and names.
    Lexical,
    /// What holds whatever is asked, and what stands around a chunk.
    Structure,
}

/// What a signal's value is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// A chunk.
    Chunk,
    /// A file: all its chunks have the same value.
    File,
}

macro_rules! signals {
    ($($(#[doc = $doc:literal])+ $name:ident $text:literal $group:ident $level:ident $code:literal $docs:literal;)+) => {
        /// A signal. Its value lies in 0…1, a cosine in −1…1.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
        #[serde(rename_all = "camelCase")]
        pub enum Signal { $($(#[doc = $doc])+ $name,)+ }

        impl Signal {
            /// All signals, in the order in which they are added up.
            pub const ALL: &[Signal] = &[$(Signal::$name,)+];

            /// What a list of their names may hold, as a clause.
            pub const NAMES: &str = concat!("a list of names as the reasons of hits have them: ", $($text, ", ",)+ "or none");

            /// The name in reports and options.
            pub fn as_str(self) -> &'static str {
                match self { $(Signal::$name => $text,)+ }
            }

            /// What its value is of.
            pub fn level(self) -> Level {
                match self { $(Signal::$name => Level::$level,)+ }
            }

            /// What it goes by.
            pub fn group(self) -> Group {
                match self { $(Signal::$name => Group::$group,)+ }
            }

            /// What its value is multiplied by for a chunk of such content: fitted on development queries for code and for
            /// documents apart (bench/retrieval/README.md says which and how), but for those of which the queries have next
            /// to none, such as slips and places named.
            pub fn weight(self, content: Content) -> f64 {
                let (code, docs) = match self { $(Signal::$name => ($code, $docs),)+ };
                if content == Content::Docs { docs } else { code }
            }
        }
    };
}

signals! {
    // Name, name in reports, what it goes by, what it is of, weight for code and settings, weight for documents.
    /// The cosine to the chunk's text with its path and names.
    PlacedCosine "placedCosine" Semantic Chunk 2.91 4.97;
    /// The cosine to the chunk's path and names alone.
    LabelCosine "labelCosine" Semantic Chunk 2.57 1.61;
    /// The cosine to the mean of the file's chunks.
    FileCosine "fileCosine" Semantic File 1.67 0.00;
    /// BM25 over the best chunk's.
    Words "words" Lexical Chunk 1.62 3.76;
    /// BM25 of the file as one document, over the best file's.
    FileWords "fileWords" Lexical File 1.70 1.92;
    /// ln(1 + Σ BM25 of the file's chunks), over the best file's.
    FileSum "fileSum" Lexical File 1.03 0.00;
    /// The best definition's name: idf share of the question that it covers × √(share of its parts that are asked for).
    NameCoverage "nameCoverage" Lexical Chunk 2.51 0.50;
    /// The chunk defines a name that the question gives as a name; less if only the case differs.
    Defines "defines" Lexical Chunk 1.47 1.47;
    /// And inside what the question names before it.
    DefinesQualified "definesQualified" Lexical Chunk 1.50 1.50;
    /// The chunk defines what is called almost like a word that nothing is called and no chunk holds, over the number
    /// of the question's words.
    SimilarName "similarName" Lexical Chunk 6.00 6.00;
    /// The chunk holds a name that the question gives, and does not define it.
    Mentions "mentions" Lexical Chunk 0.60 0.30;
    /// Share of the stem's parts that are asked for.
    StemPrecision "stemPrecision" Lexical File 1.02 0.50;
    /// The stem is a word of the question, or two neighbours.
    StemEqual "stemEqual" Lexical File 0.91 0.63;
    /// Idf share of the question that the chunk's best line covers.
    Line "line" Lexical Chunk 1.49 1.89;
    /// Share of the question's quotations that the chunk holds.
    Quoted "quoted" Lexical Chunk 0.93 0.93;
    /// The question names the file.
    FileMentioned "fileMentioned" Lexical File 4.00 4.00;
    /// The question names a line of the chunk.
    LineMentioned "lineMentioned" Lexical Chunk 3.00 3.00;
    /// How well the best other files of the folder answer.
    Neighbours "neighbours" Structure File 0.94 0.11;
    /// How well the best file that uses this one answers.
    Users "users" Structure File 0.68 0.00;
    /// A test, in a file or a module of tests, unless the question asks about tests.
    Test "test" Structure Chunk -2.97 -1.00;
    /// Generated or somebody else's.
    Foreign "foreign" Structure File -1.00 -1.00;
    /// An example, a document's source or a benchmark, unless the question asks for one.
    Example "example" Structure File -0.86 0.00;
    /// Of a version that stands beside a newer one.
    OldVersion "oldVersion" Structure File -1.00 -1.00;
    /// A document where the question asks for code, less where it does not say, or code where it asks for documents; only if
    /// both take part.
    OtherContent "otherContent" Structure File -3.00 -3.00;
    /// A document, beside code: the level at which both are compared, whose weights differ.
    Document "document" Structure File 0.00 1.00;
}

/// Values of one signal, by place or by file, as its level says.
pub type Column = (Signal, Values);

/// What was found out about the chunks that take part.
pub struct Evidence {
    /// The signals, in their order; one that has nothing to say for a question may be absent.
    pub columns: Vec<Column>,
    /// BM25 by place, before it is put in proportion.
    pub bm25: Vec<f64>,
    /// The share of the question's idf that a chunk holds, by place.
    pub coverage: Vec<f64>,
    /// And the largest share that a file holds.
    pub file_coverage: f64,
    /// The question's terms.
    pub terms: Vec<super::Term>,
    /// The lines of the best chunks that hold them.
    pub lines: Lines,
}

/// How much each signal counts for one question, by [`Signal::ALL`]: for code and for documents.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    code: Vec<f64>,
    docs: Vec<f64>,
}

impl Weights {
    /// The fitted weights, each times what `factor` says.
    pub fn new(factor: impl Fn(Signal) -> f64) -> Self {
        let all = |content| Signal::ALL.iter().map(|&signal| signal.weight(content) * factor(signal)).collect();
        Weights { code: all(Content::Code), docs: all(Content::Docs) }
    }

    /// The weight of a signal for a chunk of such content.
    pub fn of(&self, signal: Signal, content: Content) -> f64 {
        let weights = if content == Content::Docs { &self.docs } else { &self.code };
        weights[signal as usize]
    }
}

impl Evidence {
    /// Everything that speaks for or against the chunks. The signals that look at the best chunks only (the text of
    /// lines, neighbours) take the weights to tell them.
    pub fn gather(view: &View, question: &Question, embedding: Option<&[f32]>, weights: &Weights) -> Self {
        let gathered = Gathered::new(view, question);
        let mut columns = Vec::with_capacity(Signal::ALL.len());
        if let Some(embedding) = embedding {
            cosines::add(view, embedding, &mut columns);
        }
        let bm25 = terms::add(view, &gathered, &mut columns);
        names::add(view, question, &gathered, &mut columns);
        similar::add(view, question, &mut columns);
        paths::add(view, question, &gathered, &mut columns);
        places::add(view, question, &mut columns);
        priors::add(view, question, &mut columns);
        let term =
            |term: &terms::Term| super::Term { stem: term.stem.to_owned(), idf: term.idf, chunks: term.holders.len() };
        let terms = gathered.terms.iter().map(term).collect();
        let (coverage, file_coverage) = terms::coverage(view, &gathered);
        let mut evidence = Evidence { columns, bm25, coverage, file_coverage, terms, lines: Lines::new() };
        let rough = evidence.total(view, |signal, content| weights.of(signal, content));
        evidence.lines = lines::add(view, question, &gathered, &rough, &mut evidence.columns);
        neighbours::add(view, &rough, &mut evidence.columns);
        evidence.columns.sort_by_key(|column| column.0);
        evidence
    }

    /// The weighted sum by place, in the order of the columns.
    pub fn total(&self, view: &View, weight: impl Fn(Signal, Content) -> f64) -> Vec<f64> {
        let is_document = |file: &File| file.source.language.content() == Content::Docs;
        let documents = view.files.iter().filter(|(file, _)| is_document(file)).count();
        if documents == view.files.len() {
            return self.sum(view, |signal| weight(signal, Content::Docs));
        }
        let mut scores = self.sum(view, |signal| weight(signal, Content::Code));
        if documents > 0 {
            let others = self.sum(view, |signal| weight(signal, Content::Docs));
            for (_, places) in view.files.iter().filter(|(file, _)| is_document(file)) {
                scores[places.clone()].copy_from_slice(&others[places.clone()]);
            }
        }
        scores
    }

    /// The same by one set of weights for all.
    fn sum(&self, view: &View, weight: impl Fn(Signal) -> f64) -> Vec<f64> {
        let mut files = vec![0.0; view.files.len()];
        let mut scores = vec![0.0; view.len()];
        for (signal, values) in &self.columns {
            let weight = weight(*signal);
            if weight != 0.0 {
                let into = match signal.level() {
                    Level::File => &mut files,
                    Level::Chunk => &mut scores,
                };
                values.add_to(into, weight);
            }
        }
        scores.iter_mut().zip(view.file_of.iter()).for_each(|(score, &file)| *score += files[file as usize]);
        scores
    }

    /// The value of a column at a place.
    pub fn value(view: &View, column: &Column, place: usize) -> f64 {
        match column.0.level() {
            Level::File => column.1.at(view.file_of[place] as usize),
            Level::Chunk => column.1.at(place),
        }
    }
}

/// The values over the largest; zeros stay.
fn over_largest(mut values: Vec<f64>) -> Vec<f64> {
    let largest = most(&values, 0.0);
    if largest > 0.0 {
        values.iter_mut().for_each(|value| *value /= largest);
    }
    values
}
