; JavaScript, and the part of TypeScript that is JavaScript.

(function_declaration name: (identifier) @name body: (statement_block) @body) @definition.function
(generator_function_declaration name: (identifier) @name body: (statement_block) @body) @definition.function

; const f = () => {…}, const f = function () {…}
(lexical_declaration
  (variable_declarator
    name: (identifier) @name
    value: [
      (arrow_function body: (statement_block) @body)
      (function_expression body: (statement_block) @body)
      (generator_function body: (statement_block) @body)
    ])) @definition.function
(variable_declaration
  (variable_declarator
    name: (identifier) @name
    value: [
      (arrow_function body: (statement_block) @body)
      (function_expression body: (statement_block) @body)
      (generator_function body: (statement_block) @body)
    ])) @definition.function
(lexical_declaration
  (variable_declarator name: (identifier) @name value: (arrow_function))) @definition.function

; const C = class {…}
(lexical_declaration
  (variable_declarator name: (identifier) @name value: (class body: (class_body) @body))) @definition.class

; Object literals: { m() {…}, f: () => {…} }
(object (method_definition name: (_) @name body: (statement_block) @body) @definition.method)
(pair
  key: [(property_identifier) (string)] @name
  value: [
    (arrow_function body: (statement_block) @body)
    (function_expression body: (statement_block) @body)
    (generator_function body: (statement_block) @body)
  ]) @definition.method

; exports.f = function () {…}, Class.prototype.m = function () {…}, object.m = () => {…}
(expression_statement
  (assignment_expression
    left: (member_expression
      object: (member_expression object: (identifier) @scope property: (property_identifier) @_prototype)
      property: (property_identifier) @name)
    right: [
      (arrow_function body: (statement_block) @body)
      (function_expression body: (statement_block) @body)
    ])
  (#eq? @_prototype "prototype")) @definition.method
(expression_statement
  (assignment_expression
    left: (member_expression
      object: (member_expression property: (property_identifier) @_exports)
      property: (property_identifier) @name)
    right: [
      (arrow_function body: (statement_block) @body)
      (function_expression body: (statement_block) @body)
    ])
  (#eq? @_exports "exports")) @definition.function
(expression_statement
  (assignment_expression
    left: (member_expression object: (identifier) @_exports property: (property_identifier) @name)
    right: [
      (arrow_function body: (statement_block) @body)
      (function_expression body: (statement_block) @body)
    ])
  (#any-of? @_exports "exports" "module")) @definition.function
(expression_statement
  (assignment_expression
    left: (member_expression object: (identifier) @scope property: (property_identifier) @name)
    right: [
      (arrow_function body: (statement_block) @body)
      (function_expression body: (statement_block) @body)
    ])) @definition.function

; export default () => {…}
(export_statement
  "default" @name
  value: [
    (arrow_function body: (statement_block) @body)
    (function_expression body: (statement_block) @body)
  ]) @definition.function
(export_statement "default" @name value: (object) @body) @definition.constant

; Constants and variables of the file itself.
(program
  (lexical_declaration
    kind: "const"
    (variable_declarator name: (identifier) @name value: [(object) (array)] @body)) @definition.constant)
(program
  (export_statement
    (lexical_declaration
      kind: "const"
      (variable_declarator name: (identifier) @name value: [(object) (array)] @body)) @definition.constant))
(program
  (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name)) @definition.constant)
(program
  (export_statement
    (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name)) @definition.constant))
(program
  (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name)) @definition.variable)
(program
  (export_statement
    (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name)) @definition.variable))
(program (variable_declaration (variable_declarator name: (identifier) @name)) @definition.variable)
(program
  (export_statement (variable_declaration (variable_declarator name: (identifier) @name)) @definition.variable))

(class_body (method_definition name: (_) @name body: (statement_block) @body) @definition.method)
