//! Names and prose of each language and script, found by the questions that people ask of them.

use nearfield::assemble::SearchOptions;
use nearfield::chunk::languages;
use nearfield::engine::{Engine, EngineOptions, RankOptions};
use nearfield::rank::{Ranking, Selector};
use nearfield::source::{Content, Language};

/// A file, and what is asked: a question with a piece of the line that must come first.
struct Case {
    path: &'static str,
    text: &'static str,
    asked: &'static [(&'static str, &'static str)],
}

const CASES: &[Case] = &[
    // Scripts in names.
    Case {
        path: "greek.py",
        text: "def υπολόγισε_λόγος(ΛΌΓΟΣ):\n    \"\"\"Ο λόγος των δύο.\"\"\"\n    return ΛΌΓΟΣ\n",
        asked: &[("λόγος", "υπολόγισε_λόγος"), ("ΛΌΓΟΣ", "υπολόγισε_λόγος"), ("λόγοσ", "υπολόγισε_λόγος")],
    },
    Case {
        path: "wide.py",
        text: "def ｆｕｌｌＷｉｄｔｈ(値):\n    # ｶﾀｶﾅ ﾃｷｽﾄ\n    return 値\n",
        asked: &[
            ("fullWidth", "ｆｕｌｌＷｉｄｔｈ"),
            ("where is ｆｕｌｌＷｉｄｔｈ defined", "ｆｕｌｌＷｉｄｔｈ"),
            ("カタカナ", "ｆｕｌｌＷｉｄｔｈ"),
        ],
    },
    Case {
        path: "ligature.py",
        text: "def con\u{fb01}gure_x²():\n    return 1\n",
        asked: &[("configure_x2", "con\u{fb01}gure")],
    },
    Case {
        path: "decomposed.js",
        text: "export function cafe\u{301}Ouvert() {\n  return true;\n}\n",
        asked: &[
            ("caf\u{e9}Ouvert", "Ouvert"),
            ("cafe\u{301}Ouvert", "Ouvert"),
            ("where is the caf\u{e9} open or ouvert", "Ouvert"),
        ],
    },
    Case {
        path: "composed.js",
        text: "export function r\u{e9}sum\u{e9}Lire() {\n  return true;\n}\n",
        asked: &[("re\u{301}sume\u{301}Lire", "Lire"), ("what does re\u{301}sume\u{301}Lire do", "Lire")],
    },
    Case {
        path: "Strasse.java",
        text: "class Adresse {\n  String straßeGroß;\n  void prüfeStraße() {\n    straßeGroß = null;\n  }\n}\n",
        asked: &[
            ("prüfeStraße", "prüfeStraße"),
            ("PRÜFESTRASSE", "prüfeStraße"),
            ("wo wird die STRAẞE geprüft", "prüfeStraße"),
        ],
    },
    Case {
        path: "turkish.ts",
        text: "export function İstanbulSaati(ılık: boolean) {\n  return ılık;\n}\n",
        asked: &[("istanbulSaati", "İstanbulSaati"), ("İstanbulSaati", "İstanbulSaati"), ("ılık", "İstanbulSaati")],
    },
    Case {
        path: "cyrillic.go",
        text: "package x\n\n// ПолучитьИмя возвращает имя пользователя.\nfunc ПолучитьИмя() string {\n\treturn \"\"\n}\n",
        asked: &[("получитьИмя", "func ПолучитьИмя"), ("где получить имя пользователя", "func ПолучитьИмя")],
    },
    // Prose in documents and comments.
    Case {
        path: "zh.py",
        text: "# 解析配置文件并返回结果\ndef load(path):\n    return path\n",
        asked: &[("配置文件在哪里解析", "解析配置文件"), ("load做什么", "def load"), ("解析配置", "解析配置文件")],
    },
    Case {
        path: "docs/zh.md",
        text: "# 安装\n\n使用包管理器安装依赖项，然后运行数据库迁移。\n",
        asked: &[("如何运行数据库迁移", "数据库迁移"), ("安装依赖项", "安装依赖项")],
    },
    Case {
        path: "ja.rb",
        text: "# ユーザーの認証を行うクラス\nclass Auth\n  def run; end\nend\n",
        asked: &[("ユーザー認証はどこで行われる", "ユーザーの認証"), ("認証", "ユーザーの認証")],
    },
    Case {
        path: "docs/ja.md",
        text: "# 設定\n\nデータベースの接続はプールで管理されます。\n",
        asked: &[("データベース接続", "データベースの接続")],
    },
    Case {
        path: "ko.kt",
        text: "// 사용자의 비밀번호를 검증한다\nfun check(x: String): Boolean {\n    return true\n}\n",
        asked: &[
            ("비밀번호 검증", "비밀번호를 검증한다"),
            ("사용자 비밀번호는 어디에서 검증하나요", "비밀번호를 검증한다"),
        ],
    },
    Case {
        path: "docs/th.md",
        text: "# คู่มือ\n\nระบบนี้ตรวจสอบรหัสผ่านของผู้ใช้ก่อนเข้าสู่ระบบ\n",
        asked: &[("ตรวจสอบรหัสผ่านที่ไหน", "ตรวจสอบรหัสผ่าน"), ("รหัสผ่าน", "รหัสผ่าน")],
    },
    Case {
        path: "docs/ar.md",
        text: "# دليل\n\nيَتَحَقَّقُ النِّظَامُ مِنْ كَلِمَةِ المُرُورِ قبل الدخول\n",
        asked: &[("كلمة المرور", "كَلِمَةِ"), ("كيف يتحقق النظام من كلمة المرور", "كَلِمَةِ"), ("كـــلمة المرور", "كَلِمَةِ")],
    },
    Case {
        path: "docs/ar2.md",
        text: "# صفحة\n\nيتم إرسال الرسائل إلى قائمة الانتظار\n",
        asked: &[("اِرسال الرسائل", "إرسال"), ("ارسال الرسائل الى القائمة", "إرسال")],
    },
    Case {
        path: "docs/he.md",
        text: "# מדריך\n\nהַמַּעֲרֶכֶת שׁוֹמֶרֶת אֶת הַסִּיסְמָה במסד הנתונים\n",
        asked: &[("המערכת שומרת", "הַמַּעֲרֶכֶת"), ("היכן הסיסמה נשמרת", "הַמַּעֲרֶכֶת")],
    },
    Case {
        path: "docs/hi.md",
        text: "# मार्गदर्शिका\n\nउपयोगकर्ता का पासवर्ड डेटाबेस में सुरक्षित रखा जाता है।\n",
        asked: &[("पासवर्ड कहाँ सुरक्षित रखा जाता है", "पासवर्ड"), ("उपयोगकर्ता", "उपयोगकर्ता")],
    },
    Case {
        path: "hindi.py",
        text: "def नमस्ते_कहो(क्षेत्र):\n    return क्षेत्र\n",
        asked: &[("नमस्ते_कहो", "नमस्ते_कहो"), ("नमस्ते कैसे काम करता है", "नमस्ते_कहो"), ("what does नमस्ते_कहो() do", "नमस्ते_कहो")],
    },
    Case {
        path: "docs/vi.md",
        text: "# Hướng dẫn\n\nMật khẩu của người dùng được mã hóa trước khi lưu.\n",
        asked: &[("mật khẩu được mã hóa ở đâu", "Mật khẩu"), ("m\u{e2}\u{323}t kh\u{e2}\u{309}u", "Mật khẩu")],
    },
    Case {
        path: "docs/ru.md",
        text: "# Руководство\n\nПароль пользователя хешируется перед сохранением в базе данных.\n",
        asked: &[("где хешируется Пароль", "Пароль пользователя")],
    },
    Case {
        path: "docs/el.md",
        text: "# Οδηγός\n\nΟ ΚΩΔΙΚΌΣ του χρήστη κρυπτογραφείται πριν αποθηκευτεί.\n",
        asked: &[("πού κρυπτογραφείται ο κωδικός", "ΚΩΔΙΚΌΣ")],
    },
    Case {
        path: "docs/ta.md",
        text: "# வழிகாட்டி\n\nபயனரின் கடவுச்சொல் தரவுத்தளத்தில் சேமிக்கப்படுகிறது\n",
        asked: &[("கடவுச்சொல் எங்கே", "கடவுச்சொல்")],
    },
    // Marks and operators in names.
    Case {
        path: "stack.rb",
        text: "class Stack\n  def drained?\n    @pile_up.none?\n  end\n\n  def vacuum!\n    @pile_up.clear\n  end\n\n  def <=>(other)\n    size <=> other.size\n  end\n\n  def weight=(value)\n    @weight_now = value\n  end\nend\n",
        asked: &[
            ("drained?", "def drained?"),
            ("where is drained? defined", "def drained?"),
            ("drained", "def drained?"),
            ("where is `drained` defined", "def drained?"),
            ("vacuum!", "def vacuum!"),
            ("what does vacuum do", "def vacuum!"),
            ("<=>", "def <=>"),
            ("where is <=> defined", "def <=>"),
            ("@pile_up", "@pile_up"),
            ("Stack#drained?", "def drained?"),
            ("weight=", "def weight="),
        ],
    },
    Case {
        path: "pairs.rb",
        text: "class Pairs\n  def stash\n    1\n  end\n\n\n  def other_a\n    a = 1\n    b = 2\n    c = 3\n    d = 4\n    e = 5\n  end\n\n  def stash!\n    2\n  end\nend\n",
        asked: &[("stash!", "def stash!"), ("where is `stash!` defined", "def stash!"), ("stash", "def stash\n")],
    },
    Case {
        path: "queue.ex",
        text: "defmodule Queue do\n  def vacant?(q) do\n    q == []\n  end\n\n  def flush_out!(q) do\n    q\n  end\n\n  def a ~> b do\n    {a, b}\n  end\nend\n",
        asked: &[
            ("vacant?", "def vacant?"),
            ("where is vacant defined", "def vacant?"),
            ("Queue.vacant?/1", "def vacant?"),
            ("flush_out", "def flush_out!"),
            ("~>", "~>"),
        ],
    },
    Case {
        path: "matrix.cpp",
        text: "struct Matrix {\n  bool operator==(const Matrix& o) const { return true; }\n};\n\nMatrix operator+(const Matrix& a, const Matrix& b) { return a; }\n\nnamespace geo { namespace flat {\nint areaOf(int x) { return x; }\n}}\n",
        asked: &[
            ("operator==", "operator=="),
            ("where is operator== defined", "operator=="),
            ("Matrix::operator==", "operator=="),
            ("geo::flat::areaOf", "areaOf"),
            ("where is flat::areaOf defined", "areaOf"),
        ],
    },
    Case {
        path: "Combine.hs",
        text: "module Combine where\n\n-- | Applies inside.\n(<~$~>) :: (a -> b) -> [a] -> [b]\nf <~$~> xs = map f xs\n\nfold' :: Int -> Int\nfold' x = x\n",
        asked: &[
            ("<~$~>", "<~$~>"),
            ("where is (<~$~>) defined", "<~$~>"),
            ("what does `<~$~>` do", "<~$~>"),
            ("fold'", "fold'"),
        ],
    },
    Case {
        path: "Seqs.scala",
        text: "class Seqs {\n  def ::::(other: Seqs): Seqs = other\n  def `odd name`(x: Int): Int = x\n}\n",
        asked: &[("::::", "def ::::"), ("odd name", "odd name"), ("where is `odd name` defined", "odd name")],
    },
    Case {
        path: "Names.kt",
        text: "class SpecNames {\n    fun `keeps every widget`() {\n        println(1)\n    }\n}\n",
        asked: &[
            ("`keeps every widget`", "keeps every widget"),
            ("where does it say keeps every widget", "keeps every widget"),
        ],
    },
    Case {
        path: "Names.swift",
        text: "class Sample {\n    func `repeat`(_ n: Int) -> Int {\n        return n\n    }\n\n    static func ≈≈ (a: Sample, b: Sample) -> Bool {\n        return true\n    }\n}\n",
        asked: &[("`repeat`", "`repeat`"), ("≈≈", "≈≈")],
    },
    Case {
        path: "points.py",
        text: "class Point:\n    def __matmul__(self, other):\n        return 1\n\n\ndef _echo(text):\n    return text\n\n\n@traced_twice\ndef plain():\n    return 2\n",
        asked: &[
            ("__matmul__", "def __matmul__"),
            ("where is Point.__matmul__", "def __matmul__"),
            ("how does echo work", "def _echo"),
            ("where is `echo` defined", "def _echo"),
            ("_echo", "def _echo"),
            ("@traced_twice", "@traced_twice"),
        ],
    },
    Case {
        path: "theme.css",
        text: ".card-heading-large {\n  color: var(--accent-tone-deep);\n}\n\n#main-nav-area {\n  margin: 0;\n}\n",
        asked: &[
            ("card-heading-large", ".card-heading-large"),
            (".card-heading-large", ".card-heading-large"),
            ("--accent-tone-deep", "--accent-tone-deep"),
            ("#main-nav-area", "#main-nav-area"),
            ("where is the heading of a card", ".card-heading-large"),
        ],
    },
    Case {
        path: "lists.lisp",
        text: "(defun drop-every-nth (list n)\n  \"Drops.\"\n  (list n))\n\n(defvar *global-knob* 1)\n",
        asked: &[
            ("drop-every-nth", "drop-every-nth"),
            ("where is drop-every-nth defined", "drop-every-nth"),
            ("*global-knob*", "*global-knob*"),
        ],
    },
    Case {
        path: "flags.sh",
        text: "#!/bin/bash\n# --skip-broken-links leaves them out\nmake-it-so() {\n  echo \"$TARGET_SPOT\"\n}\n",
        asked: &[
            ("--skip-broken-links", "--skip-broken-links"),
            ("make-it-so", "make-it-so"),
            ("where is make-it-so defined", "make-it-so"),
            ("$TARGET_SPOT", "TARGET_SPOT"),
        ],
    },
    Case {
        path: "cart.php",
        text: "<?php\nnamespace Shop\\Basket;\n\nclass Cart {\n    private $itemTally = 0;\n    public function sumUp() {\n        return $this->itemTally;\n    }\n}\n",
        asked: &[
            ("$itemTally", "itemTally"),
            ("where is $itemTally defined", "itemTally"),
            ("Shop\\Basket\\Cart", "class Cart"),
            ("Cart::sumUp", "sumUp"),
            ("$this->itemTally", "itemTally"),
        ],
    },
    Case {
        path: "lib/Tally.pm",
        text: "package Tally;\nmy %seen_words;\nmy @kept_lines;\nsub count_up {\n  $seen_words{$_}++;\n}\n1;\n",
        asked: &[("%seen_words", "%seen_words"), ("@kept_lines", "@kept_lines"), ("Tally::count_up", "count_up")],
    },
    Case {
        path: "vault.js",
        text: "class Vault {\n  #sealKey = 1;\n  #turnLock() {\n    return this.#sealKey;\n  }\n}\nexport const $jar = new Vault();\n",
        asked: &[
            ("#turnLock", "#turnLock"),
            ("what does #turnLock do", "#turnLock"),
            ("turnLock", "#turnLock"),
            ("$jar", "$jar"),
            ("where is $jar defined", "$jar"),
            ("Vault.#turnLock", "#turnLock"),
        ],
    },
    Case {
        path: "symbols.rb",
        text: "def pick_one(h)\n  h[:golden_ticket]\nend\n",
        asked: &[(":golden_ticket", ":golden_ticket")],
    },
    Case {
        path: "raw.rs",
        text: "pub fn r#match(input: &'long_life str) -> &'long_life str {\n    input\n}\n\npub mod deep_mod {\n    pub fn reach_in() {}\n}\n",
        asked: &[
            ("r#match", "r#match"),
            ("where is `r#match` defined", "r#match"),
            ("'long_life", "'long_life"),
            ("deep_mod::reach_in", "reach_in"),
        ],
    },
    Case {
        path: "src/core.clj",
        text: "(ns app.core)\n(defn valid-shape? [x] (some? x))\n(defn swap-shape! [x] x)\n(defn shape->map [x] x)\n",
        asked: &[
            ("valid-shape?", "valid-shape?"),
            ("app.core/valid-shape?", "valid-shape?"),
            ("swap-shape!", "swap-shape!"),
        ],
    },
];

/// No word says these: they are found where a grammar tells that something is called so, which the full build has.
const BY_GRAMMAR: &[&str] = &[
    "<=>",
    "where is <=> defined",
    "weight=",
    "~>",
    "operator==",
    "where is operator== defined",
    "<~$~>",
    "where is (<~$~>) defined",
    "what does `<~$~>` do",
    "fold'",
    "::::",
    "≈≈",
    "where is make-it-so defined",
];

fn engine() -> Engine {
    let mut engine = Engine::new(&EngineOptions::default(), None, None).unwrap();
    for case in CASES {
        let report = engine.add(case.path, case.text.as_bytes()).unwrap();
        assert!(report.indexed, "{report:?}");
    }
    engine
}

#[test]
fn names_and_prose_of_every_language_are_found() {
    let mut engine = engine();
    let is_full = languages().any(|language| language == Language::Ruby);
    // Code is looked for where it is by default; documents beside all the code.
    let ranking = |case: &Case| {
        let is_document = Language::of_path(case.path, case.text).content() == Content::Docs;
        let content = is_document.then(|| Selector::One("all".to_owned()));
        Ranking { content: content.unwrap_or(Ranking::default().content), ..Ranking::default() }
    };
    let mut failures = Vec::new();
    for case in CASES {
        for &(question, needle) in case.asked {
            if !is_full && BY_GRAMMAR.contains(&question) {
                continue;
            }
            let options = RankOptions { limit: 1.0, ranking: ranking(case), ..RankOptions::default() };
            let hits = engine.rank(question, &options).unwrap();
            let text = |hit: &nearfield::rank::Hit| {
                let text = engine.text(&hit.path).unwrap();
                let lines: Vec<&str> = text.split_inclusive('\n').collect();
                lines[hit.start_line as usize - 1..hit.end_line as usize].concat()
            };
            let first = hits.first().map(|hit| (hit.path.clone(), text(hit)));
            if !first.as_ref().is_some_and(|(path, text)| path == case.path && text.contains(needle)) {
                failures.push(format!("{question}: {first:?}"));
            }
            let options = SearchOptions { budget: Some(300.0), ranking: ranking(case), ..SearchOptions::default() };
            let context = engine.search(question, &options, None).unwrap();
            if context.abstained || !context.text.contains(needle.trim_end()) {
                failures.push(format!("{question}: search gives {}", context.text));
            }
        }
    }
    assert!(failures.is_empty(), "{}\n{}", failures.len(), failures.join("\n"));
}
