; Lua. `function T.m()` and `function T:m()` are named after the table.

(function_declaration name: (identifier) @name body: (block)? @body) @definition.function
(function_declaration
  name: (dot_index_expression table: (_) @scope field: (identifier) @name)
  body: (block)? @body) @definition.function
(function_declaration
  name: (method_index_expression table: (_) @scope method: (identifier) @name)
  body: (block)? @body) @definition.method

; local f = function() … end, T.f = function() … end
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name)
    (expression_list . value: (function_definition body: (block)? @body)))) @definition.function
(assignment_statement
  (variable_list
    . name: [
      (identifier) @name
      (dot_index_expression table: (_) @scope field: (identifier) @name)
      (bracket_index_expression table: (_) @scope field: (string) @name)
    ])
  (expression_list . value: (function_definition body: (block)? @body))) @definition.function

; { f = function() … end }
(field name: (identifier) @name value: (function_definition body: (block)? @body)) @definition.method

; Of the file itself.
(chunk
  (variable_declaration
    (assignment_statement
      (variable_list . name: (identifier) @name .)
      (expression_list . value: (table_constructor) @body .))) @definition.variable)
(chunk
  (variable_declaration (assignment_statement (variable_list name: (identifier) @name))) @definition.variable)
(chunk
  (assignment_statement
    (variable_list
      . name: [(identifier) @name (dot_index_expression table: (_) @scope field: (identifier) @name)] .)
    (expression_list . value: (table_constructor) @body .)) @definition.variable)
(chunk
  (assignment_statement
    (variable_list
      name: [
        (identifier) @name
        (dot_index_expression table: (_) @scope field: (identifier) @name)
      ])) @definition.variable)
