//! The one place, with its module, that knows nearfield's interface: when that changes, only this does.

mod grounds;
mod signals;

use std::fs;
use std::path::Path;

pub use grounds::{Grounds, Judged, Mode, THRESHOLD, calibrate, is_decided, logistic};
pub use signals::{Signal, Signals};

pub use nearfield::chunk::{Shape, Symbol, shapes};
pub use nearfield::index::File;
pub use nearfield::lexical::Postings;
pub use nearfield::source::{Content, Language};

use nearfield::assemble::{self, Fit, SearchOptions, Session};
use nearfield::chunk::{SymbolKind, ceiling_tokens, estimate_tokens};
use nearfield::engine::RankOptions;
use nearfield::index::LexicalScorer;
use nearfield::rank::{self, Filter, Ranking, Scope, Selector};
use nearfield::semantic::Model;
use nearfield::source::Role;
use nearfield::source::role::role;
use nearfield::{Engine, EngineOptions};

use crate::answer::{Answer, Block, Evidence, Tier};
use crate::outcome::{Context, Outcome};

/// The bytes of a model's files.
pub struct ModelFiles {
    config: Vec<u8>,
    tokenizer: Vec<u8>,
    weights: Vec<u8>,
}

impl ModelFiles {
    /// Reads a model's folder.
    pub fn read(folder: &Path) -> Outcome<Self> {
        let read = |name: &str| fs::read(folder.join(name)).context(format!("reading {name} in {}", folder.display()));
        Ok(ModelFiles {
            config: read("config.json")?,
            tokenizer: read("tokenizer.json")?,
            weights: read("model.safetensors")?,
        })
    }

    fn model(&self) -> Outcome<Model> {
        Ok(Model::from_bytes(&self.config, &self.tokenizer, self.weights.clone())?)
    }

    /// The hash that the engine gives the model.
    pub fn identity(&self) -> Outcome<String> {
        Ok(self.model()?.identity().to_owned())
    }
}

/// A channel of the ranking on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// BM25.
    Lexical,
    /// The embedding's cosine.
    Semantic,
}

/// How [`Nearfield::search`] weighs and allocates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// nearfield's own.
    Default,
    /// That of tobler-search.
    Tobler,
}

impl Profile {
    fn option(self) -> rank::Profile {
        match self {
            Profile::Default => rank::Profile::Nearfield,
            Profile::Tobler => rank::Profile::Tobler,
        }
    }
}

/// What takes part when the engine is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Contents {
    /// Code, as by default.
    #[default]
    Code,
    /// What the engine calls documents.
    Docs,
    /// Everything.
    All,
    /// Files that are documents by their ending, HTML among them.
    Documents,
}

/// The endings of documents.
const DOCUMENTS: [&str; 9] =
    ["*.md", "*.mdx", "*.markdown", "*.rst", "*.adoc", "*.asciidoc", "*.html", "*.htm", "*.txt"];

impl Contents {
    fn ranking(self) -> Ranking {
        let content = match self {
            Contents::Code => "code",
            Contents::Docs => "docs",
            Contents::All | Contents::Documents => "all",
        };
        let paths = (self == Contents::Documents).then(|| DOCUMENTS.map(str::to_owned).to_vec());
        Ranking { content: Selector::One(content.to_owned()), paths, ..Ranking::default() }
    }
}

/// What a conversation remembers.
#[derive(Default)]
pub struct Conversation(Session);

/// A ranked chunk.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// Its file.
    pub path: String,
    /// First line, from 1.
    pub start_line: u32,
    /// Last line, inclusive.
    pub end_line: u32,
    /// The definitions named in it.
    pub names: Vec<String>,
}

impl Ranked {
    /// The chunk as a block that prints it whole.
    pub fn whole(&self) -> Block {
        Block::full(&self.path, self.start_line, self.end_line)
    }
}

/// An engine with the shipped model.
pub struct Nearfield {
    engine: Engine,
    /// What takes part.
    pub contents: Contents,
}

impl Nearfield {
    /// An empty engine.
    pub fn new(model: &ModelFiles) -> Outcome<Self> {
        let engine = Engine::new(&EngineOptions::default(), Some(model.model()?), None)?;
        Ok(Nearfield { engine, contents: Contents::default() })
    }

    /// Feeds a file.
    pub fn add(&mut self, path: &str, bytes: &[u8]) -> Outcome {
        self.engine.add(path, bytes).map(drop).context(format!("indexing {path}"))
    }

    /// Whether the ignore rules fed so far keep a folder out.
    pub fn ignores_folder(&self, path: &str) -> bool {
        self.engine.is_ignored(path, true).is_some()
    }

    /// A text's embedding, of length 1.
    pub fn embed(&mut self, text: &str) -> Outcome<Vec<f32>> {
        Ok(self.engine.embed(text)?)
    }

    /// The indexed text of a file.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.engine.text(path)
    }

    /// Some lines of a file, as far as it has them.
    pub fn lines(&self, path: &str, first: u32, last: u32) -> &str {
        let Some(file) = self.engine.index().catalog().file(path) else { return "" };
        let (text, lines) = (&file.source.text, &file.source.lines);
        let (first, end) = (first.clamp(1, lines.count() + 1), last.saturating_add(1).clamp(1, lines.count() + 1));
        text.get(lines.start(first) as usize..lines.start(end) as usize).unwrap_or("")
    }

    /// Files, chunks and bytes.
    pub fn size(&self) -> (usize, usize, usize) {
        let stats = self.engine.stats();
        (stats.files, stats.chunks, stats.bytes)
    }

    /// The indexed files, in the order of their paths.
    pub fn files(&self) -> impl Iterator<Item = &File> {
        self.engine.index().catalog().files()
    }

    /// The best chunks, and how sure it is.
    pub fn rank(&mut self, query: &str, limit: usize) -> Outcome<(Vec<Ranked>, Option<Evidence>)> {
        let ranking = self.contents.ranking();
        let hits = self.engine.rank(query, &RankOptions { limit: limit as f64, ranking, ..RankOptions::default() })?;
        let most = |of: &dyn Fn(&rank::Hit) -> f64| hits.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let evidence = hits.first().map(|first| Evidence {
            score: first.score,
            cosine: most(&|hit| hit.semantic),
            bm25: most(&|hit| hit.lexical),
        });
        let ranked = hits
            .into_iter()
            .map(|hit| Ranked {
                path: hit.path,
                start_line: hit.start_line,
                end_line: hit.end_line,
                names: hit.symbols.into_iter().map(|symbol| symbol.qualified).collect(),
            })
            .collect();
        Ok((ranked, evidence))
    }

    /// The best chunks by one channel alone; only those that it says anything for.
    pub fn channel(&mut self, query: &str, channel: Channel, limit: usize) -> Outcome<Vec<Block>> {
        let ranking = self.contents.ranking();
        let scope = Scope { content: ranking.content, paths: ranking.paths.as_deref(), ..Scope::default() };
        let (engine, filter) = (&mut self.engine, Filter::new(&scope)?);
        // The engine lends its index for reading only; what a query needs from it works on that.
        let embedding = engine.embed(query)?;
        let index = engine.index();
        let by_slot = match channel {
            Channel::Lexical => index.lexical_scores(query, LexicalScorer::Fast).to_vec(),
            Channel::Semantic => index.cosines(&embedding).content,
        };
        let mut scored: Vec<_> = index
            .catalog()
            .places()
            .filter(|place| filter.admits(place.file))
            .map(|place| (by_slot.get(place.entry.slot as usize).copied().unwrap_or(0.0), place))
            .filter(|(score, _)| *score > 0.0)
            .collect();
        // Stable: ties stay in the canonical order.
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        let block = |place: nearfield::index::Place| {
            Block::full(&place.file.source.path, place.entry.chunk.start_line, place.entry.chunk.end_line)
        };
        Ok(scored.into_iter().take(limit).map(|(_, place)| block(place)).collect())
    }

    /// A context at the engine's own budget.
    pub fn search(&mut self, query: &str, budget: usize, profile: Profile) -> Outcome<Answer> {
        self.answered(query, budget, profile, None)
    }

    /// The same in a conversation.
    pub fn converse(
        &mut self,
        query: &str,
        budget: usize,
        profile: Profile,
        conversation: &mut Conversation,
    ) -> Outcome<Answer> {
        self.answered(query, budget, profile, Some(&mut conversation.0))
    }

    fn answered(
        &mut self,
        query: &str,
        budget: usize,
        profile: Profile,
        session: Option<&mut Session>,
    ) -> Outcome<Answer> {
        let ranking = Ranking { profile: profile.option(), ..self.contents.ranking() };
        let options = SearchOptions { budget: Some(budget as f64), ranking, ..SearchOptions::default() };
        Ok(answer(self.engine.search(query, &options, session)?))
    }

    /// A context in a budget of this counter's tokens.
    pub fn fit(&mut self, query: &str, budget: usize, count: fn(&str) -> usize) -> Outcome<Answer> {
        let ranking = self.contents.ranking();
        let options = SearchOptions { budget: Some(budget as f64), ranking, ..SearchOptions::default() };
        let mut fit = Fit::new(self.engine.plan(query, &options, None)?);
        let mut first = None;
        while let Some(text) = fit.text() {
            let tokens = count(text);
            first.get_or_insert(tokens);
            fit.counted(tokens as f64)?;
        }
        let answer = answer(fit.finish().0);
        let tokens = answer.text.as_deref().map(count);
        Ok(Answer { tokens, by_own_count: first.or(tokens), ..answer })
    }
}

fn answer(context: assemble::Context) -> Answer {
    Answer {
        blocks: context.blocks.iter().map(block).collect(),
        hidden: Some(context.hidden),
        text: Some(context.text),
        claimed: Some(context.tokens),
        ..Answer::default()
    }
}

/// The size of a text by the engine's estimate.
pub fn estimate(text: &str) -> u64 {
    estimate_tokens(text).into()
}

/// The same with the margin of a complete text, which a budget is compared with.
pub fn ceiling(text: &str) -> u64 {
    ceiling_tokens(text)
}

fn block(block: &assemble::Block) -> Block {
    Block {
        path: block.path.clone(),
        start_line: block.start_line,
        end_line: block.end_line,
        tier: match block.tier.as_str() {
            "full" => Tier::Full,
            "skeleton" => Tier::Skeleton,
            "signature" => Tier::Signature,
            _ => Tier::Stub,
        },
        shown: block.shown.clone(),
    }
}

/// Whether the file is searched by default.
pub fn is_code(file: &File) -> bool {
    file.source.language.content() == Content::Code
}

/// Whether the file is the program itself: no test, example, generated file or somebody else's copy.
pub fn is_own_code(file: &File) -> bool {
    is_code(file) && file.source.role == Role::Code
}

/// Whether a person would ask where this is defined: functions and types.
pub fn is_asked_for(symbol: &Symbol) -> bool {
    use SymbolKind::{Class, Enum, Function, Interface, Method, Struct, Trait, Type};
    matches!(symbol.kind, Function | Method | Class | Struct | Enum | Interface | Trait | Type)
}

/// Whether the symbol gives a name to something in code; an implementation block repeats that of its type.
pub fn defines_name(symbol: &Symbol) -> bool {
    use SymbolKind::{Element, Impl, Key, Rule, Section};
    !matches!(symbol.kind, Impl | Section | Key | Rule | Element)
}

/// The language of a file of the program itself, by its path alone; none for tests, prose, settings.
pub fn source_language(path: &str) -> Option<&'static str> {
    let language = Language::of_path(path, "");
    let own = language.content() == Content::Code && role(path, language, "") == Role::Code;
    own.then(|| language.name())
}
