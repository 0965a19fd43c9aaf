; Python.

(function_definition name: (identifier) @name ":" @head body: (block) @body) @definition.function
(class_definition name: (identifier) @name ":" @head body: (block) @body) @definition.class
(type_alias_statement left: (type (identifier) @name)) @definition.type

; NAME = …, name: T = …, name = call(…) at the top of a module.
(module
  (expression_statement
    (assignment left: (identifier) @name right: [(dictionary) (list) (set) (tuple)] @body)) @definition.constant
  (#capitals? @name))
(module
  (expression_statement (assignment left: (identifier) @name)) @definition.constant
  (#capitals? @name))
(module
  (expression_statement (assignment left: (identifier) @name right: (lambda))) @definition.function)
(module
  (expression_statement (assignment left: (identifier) @name type: (_))) @definition.variable)
(module
  (expression_statement (assignment left: (identifier) @name right: (call))) @definition.variable)

; name: T = …, name = … in a class.
(class_definition
  body: (block (expression_statement (assignment left: (identifier) @name)) @definition.field))
