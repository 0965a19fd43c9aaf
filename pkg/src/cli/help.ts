export const help = `nearfield: code context within a budget, offline

Usage
  nearfield search QUERY [PATH]   context for a question, as Markdown
  nearfield rank QUERY [PATH]     the best places, one a line
  nearfield related FILE:LINE [PATH]   places like that one
  nearfield index [PATH]          index it and keep that; what was indexed, what not, and why
  nearfield --help | --version

PATH is a folder or a file; default: the current folder. Once it was given to "index" it is kept in a
cache, of which each call indexes only what changed; otherwise it is indexed in memory at each call.
FILE is seen from PATH, or from the current folder.
.gitignore, .ignore and .nearfieldignore in PATH and below are obeyed; symbolic links are not followed.

Defaults stand in parentheses; "by the question": the kind of answer that it wants decides.

Options of search
  -b, --budget N        tokens at most (by the question)
  --counter NAME        what counts tokens: estimate, o200k_base or cl100k_base
                        (estimate; the others need the package gpt-tokenizer)
  --format NAME         markdown, json, xml or plain (markdown)
  --explain             give each block its reasons (seen with --json)
  --always              show the nearest even where nothing credible was found
  --session FILE        go on with the conversation that FILE keeps, and keep it there
  --tau T               temperature of the softmax (1)
  --p P                 share of the weight to show, 0 to 1 (0.9)
  --k-min K             chunks to show at least (5)
Options of rank and related
  -n, --limit N         places at most (10)
  --offset N            places to pass over (0)
  --spread X            what each further place of a file loses (by the question)
Options of search, rank and related
  --profile NAME        nearfield or tobler (nearfield)
  --mode MODE           hybrid, lexical or semantic (hybrid)
  --fusion KIND         blend or rrf (blend); --rrf-k K (60)
  --semantic-weight W   share of embeddings, 0 to 1
  --without SIGNALS     signals that keep silent, by the names that search --explain --json shows, with commas
  --paths PATTERNS      files that take part, as in an ignore file, with commas
  --languages, --roles  languages and roles that take part, with commas
  --content KIND        code, docs, config or all, or several with commas (code)
  --lexical SCORER      fast or reference (fast)
Options of index
  --list                where secrets were masked and why files were left out, a reason of many with its first
                        three (--json: with all)
Options of all
  --json                the whole result as JSON
  --model MODEL         default, none (words alone), or a folder with a model2vec model
  --max-file-bytes N    leave out files above this size
  --no-mask             leave secrets in texts as they are
  --cache FOLDER        where indexes are kept (the platform's folder for caches)
  --no-cache            neither read nor write the cache
  -h, --help            this text

Exit codes
  0  found (index: at least one file was indexed)
  1  nothing found
  2  the command line is wrong
  3  PATH cannot be read
  4  the engine or its files failed

Results go to standard output; progress (on a terminal only) and errors go to standard error.
`;
