; Elixir. Everything is a call; what it defines is told by the word that is called.

(call
  target: (identifier) @_def
  (arguments . (alias) @name)
  (do_block) @body
  (#eq? @_def "defmodule")) @definition.module
(call
  target: (identifier) @_def
  (arguments . (alias) @name)
  (do_block) @body
  (#eq? @_def "defprotocol")) @definition.interface
(call
  target: (identifier) @_def
  (arguments (alias) (keywords (pair key: (keyword) @_for value: (alias) @name)))
  (do_block) @body
  (#eq? @_def "defimpl")) @definition.impl
(call
  target: (identifier) @_def
  (arguments . (alias) @name .)
  (do_block) @body
  (#eq? @_def "defimpl")) @definition.impl

; def name(…), def name, with and without a guard; `, do:` opens a body as well.
(call
  target: (identifier) @_def
  (arguments
    . [
      (call target: (identifier) @name)
      (identifier) @name
      (binary_operator left: (call target: (identifier) @name) operator: "when")
      (binary_operator left: (identifier) @name operator: "when")
    ]
    (keywords . (pair key: (keyword) @_do) @body)?)
  (do_block)? @body
  (#any-of? @_def "def" "defp" "defn" "defnp")
  (#starts-with? @_do "do:")) @definition.function
(call
  target: (identifier) @_def
  (arguments
    . [
      (call target: (identifier) @name)
      (identifier) @name
      (binary_operator left: (call target: (identifier) @name) operator: "when")
    ])
  (#any-of? @_def "defdelegate" "defguard" "defguardp")) @definition.function
(call
  target: (identifier) @_def
  (arguments
    . [
      (call target: (identifier) @name)
      (identifier) @name
      (binary_operator left: (call target: (identifier) @name) operator: "when")
    ]
    (keywords . (pair key: (keyword) @_do) @body)?)
  (do_block)? @body
  (#any-of? @_def "defmacro" "defmacrop")
  (#starts-with? @_do "do:")) @definition.macro
; def a <~> b
(call
  target: (identifier) @_def
  (arguments . (binary_operator operator: _ @name))
  (do_block)? @body
  (#any-of? @_def "def" "defp")
  (#not-eq? @name "when")) @definition.function
(call
  target: (identifier) @_def
  (arguments . (binary_operator operator: _ @name))
  (do_block)? @body
  (#any-of? @_def "defmacro" "defmacrop")
  (#not-eq? @name "when")) @definition.macro

(call
  target: (identifier) @name
  (arguments)
  (#any-of? @name "defstruct" "defexception")) @definition.struct

; @type name :: …, @callback name(…) :: …
(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_type
    (arguments
      . (binary_operator left: [(identifier) @name (call target: (identifier) @name)])))
  (#any-of? @_type "type" "typep" "opaque")) @definition.type
(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_callback
    (arguments
      . [
        (binary_operator left: (call target: (identifier) @name))
        (binary_operator left: (binary_operator left: (call target: (identifier) @name)))
      ]))
  (#any-of? @_callback "callback" "macrocallback")) @definition.method
; @name value
(unary_operator
  operator: "@"
  operand: (call target: (identifier) @name (arguments . (_)))
  (#not-any-of? @name
    "doc" "moduledoc" "typedoc" "spec" "impl" "type" "typep" "opaque" "callback" "macrocallback" "behaviour"
    "optional_callbacks" "deprecated" "since" "tag" "moduletag" "describetag" "dialyzer" "compile" "derive"
    "enforce_keys" "before_compile" "after_compile" "on_load" "external_resource" "shortdoc")) @definition.constant
