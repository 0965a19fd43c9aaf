; What JavaScript and TypeScript share. Declarators stand for their declarations: those are wrappers.

(function_declaration name: (identifier) @name body: (statement_block) @body) @definition.function
(generator_function_declaration name: (identifier) @name body: (statement_block) @body) @definition.function

; const f = () => {…}, const f = function () {…}
(lexical_declaration
  (variable_declarator
    name: (identifier) @name
    value: (arrow_function body: (statement_block) @body)) @definition.function)
(lexical_declaration
  (variable_declarator
    name: (identifier) @name
    value: (function_expression body: (statement_block) @body)) @definition.function)
(lexical_declaration
  (variable_declarator name: (identifier) @name value: (arrow_function)) @definition.function)
(lexical_declaration
  (variable_declarator name: (identifier) @name value: (class body: (class_body) @body)) @definition.class)
(variable_declaration
  (variable_declarator
    name: (identifier) @name
    value: (function_expression body: (statement_block) @body)) @definition.function)
(variable_declaration
  (variable_declarator
    name: (identifier) @name
    value: (arrow_function body: (statement_block) @body)) @definition.function)

; { m() {…}, f: () => {…}, g: function () {…} }; the method is a class's just as well.
(method_definition name: (_) @name body: (statement_block) @body) @definition.method
(pair key: (_) @name value: (arrow_function body: (statement_block) @body)) @definition.method
(pair key: (_) @name value: (function_expression body: (statement_block) @body)) @definition.method

; Type.prototype.m = function () {…}
(expression_statement
  (assignment_expression
    left: (member_expression
      object: (member_expression object: (_) @scope property: (property_identifier) @_prototype)
      property: (property_identifier) @name)
    right: (function_expression body: (statement_block) @body)) @definition.method
  (#eq? @_prototype "prototype"))
; exports.f = …, module.exports.f = …
(expression_statement
  (assignment_expression
    left: (member_expression object: (_) @_exports property: (property_identifier) @name)
    right: (function_expression body: (statement_block) @body)) @definition.function
  (#any-of? @_exports "exports" "module.exports"))
(expression_statement
  (assignment_expression
    left: (member_expression object: (_) @_exports property: (property_identifier) @name)
    right: (arrow_function body: (statement_block) @body)) @definition.function
  (#any-of? @_exports "exports" "module.exports"))
; module.exports = function () {…}
(expression_statement
  (assignment_expression
    left: (member_expression object: (identifier) @_module property: (property_identifier) @name)
    right: (function_expression body: (statement_block) @body)) @definition.function
  (#eq? @_module "module") (#eq? @name "exports"))
; object.f = …
(expression_statement
  (assignment_expression
    left: (member_expression object: (identifier) @scope property: (property_identifier) @name)
    right: (function_expression body: (statement_block) @body)) @definition.function)
(expression_statement
  (assignment_expression
    left: (member_expression object: (identifier) @scope property: (property_identifier) @name)
    right: (arrow_function body: (statement_block) @body)) @definition.function)

; this.f = …, a.b.f = …
(expression_statement
  (assignment_expression
    left: (member_expression object: (this) property: (property_identifier) @name)
    right: [(function_expression body: (statement_block) @body) (arrow_function body: (statement_block) @body)])
    @definition.method)
(expression_statement
  (assignment_expression
    left: (member_expression object: (member_expression) @scope property: (property_identifier) @name)
    right: [(function_expression body: (statement_block) @body) (arrow_function body: (statement_block) @body)])
    @definition.function)
; a.f = b.f = function () {…}
(assignment_expression
  right: (assignment_expression
    left: (member_expression object: (identifier) @scope property: (property_identifier) @name)
    right: (function_expression body: (statement_block) @body)) @definition.function)
; define(object, "f", function f() {…}), and any other function that is handed over or back with a name of its own
(arguments (function_expression name: (identifier) @name body: (statement_block) @body) @definition.function)
(return_statement (function_expression name: (identifier) @name body: (statement_block) @body) @definition.function)

; export default …
(export_statement "default" @name value: (arrow_function body: (statement_block) @body)) @definition.function
(export_statement "default" @name value: (function_expression body: (statement_block) @body)) @definition.function
(export_statement "default" @name value: (class body: (class_body) @body)) @definition.class
(export_statement "default" @name value: (object) @body) @definition.constant

; const f = wrap((…) => {…}) at the top of a file: hooks, memoised components, handlers.
(program
  (lexical_declaration
    (variable_declarator
      name: (identifier) @name
      value: (call_expression
        arguments: (arguments (arrow_function body: (statement_block) @body)))) @definition.function))
(program
  (export_statement
    declaration: (lexical_declaration
      (variable_declarator
        name: (identifier) @name
        value: (call_expression
          arguments: (arguments (arrow_function body: (statement_block) @body)))) @definition.function)))

; Constants and variables of the file itself.
(program
  (lexical_declaration
    (variable_declarator name: (identifier) @name value: [(object) (array)] @body) @definition.constant))
(program
  (export_statement
    declaration: (lexical_declaration
      (variable_declarator name: (identifier) @name value: [(object) (array)] @body) @definition.constant)))
(program
  (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant))
(program
  (export_statement
    declaration: (lexical_declaration
      kind: "const"
      (variable_declarator name: (identifier) @name) @definition.constant)))
(program (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(program
  (export_statement
    declaration: (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable)))
(program (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(program
  (export_statement
    declaration: (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)))
