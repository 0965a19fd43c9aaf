; Bash.

(function_definition name: (word) @name body: (_) @body) @definition.function

; Variables of the script itself.
(program
  (declaration_command
    ["readonly" "declare" "typeset" "export"]
    (variable_assignment name: (variable_name) @name value: (array) @body)) @definition.variable)
(program
  (declaration_command "readonly" (variable_assignment name: (variable_name) @name)) @definition.constant)
(program
  (declaration_command
    ["declare" "typeset" "export"]
    (variable_assignment name: (variable_name) @name)) @definition.variable)
(program (variable_assignment name: (variable_name) @name value: (array) @body) @definition.variable)
(program (variable_assignment name: (variable_name) @name) @definition.variable)

; alias name='…'
(command
  name: (command_name) @_alias
  argument: (concatenation . (word) @name)
  (#eq? @_alias "alias")) @definition.function
