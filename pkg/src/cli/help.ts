export const help = `nearfield: code context within a budget, offline

Usage
  nearfield search QUERY [PATH]   context for a question, as Markdown
  nearfield rank QUERY [PATH]     the best places, one a line
  nearfield index [PATH]          what would be indexed, what not, and why
  nearfield --help | --version

PATH is a folder or a file; default: the current folder. It is indexed anew in memory at each call.
.gitignore, .ignore and .nearfieldignore in PATH and below are obeyed; symbolic links are not followed.

Options of search
  -b, --budget N        tokens at most (2000)
  --tau T               temperature of the softmax (1.28)
  --p P                 share of the weight to show, 0 to 1 (0.9)
  --k-min K             chunks to show at least (5)
Options of rank
  -n, --limit N         places at most (10)
Options of search and rank
  --content KIND        code, docs, config or all, or several with commas (code)
  --lexical SCORER      fast or reference (fast)
Options of index
  --list                name every file that was left out
Options of all
  --json                the whole result as JSON
  --model MODEL         default, none (words alone), or a folder with a model2vec model
  --max-file-bytes N    leave out files above this size
  -h, --help            this text

Exit codes
  0  found (index: at least one file was indexed)
  1  nothing found
  2  the command line is wrong
  3  PATH cannot be read
  4  the engine or its files failed

Results go to standard output; progress (on a terminal only) and errors go to standard error.
`;
