; Ruby.

(module name: [(constant) @name (scope_resolution) @name] body: (_)? @body) @definition.module
(class name: [(constant) @name (scope_resolution) @name] superclass: (_) @head body: (_)? @body) @definition.class
(class name: [(constant) @name (scope_resolution) @name] body: (_)? @body) @definition.class

(module body: (body_statement (method name: (_) @name body: (_)? @body) @definition.method))
(method name: (_) @name body: (_)? @body) @definition.function
(singleton_method name: (_) @name body: (_)? @body) @definition.method

; NAME = …, Name = Struct.new(…) do … end
(assignment
  left: (constant) @name
  right: (call
    receiver: (constant) @_struct
    method: (identifier) @_new
    block: (_)? @body)
  (#any-of? @_struct "Struct" "Data" "Class")
  (#any-of? @_new "new" "define")) @definition.class
(assignment
  left: (constant) @name
  right: (call
    receiver: (constant) @_module
    method: (identifier) @_new
    block: (_)? @body)
  (#eq? @_module "Module")
  (#eq? @_new "new")) @definition.module
(assignment left: (constant) @name right: [(hash) (array)] @body) @definition.constant
(assignment left: [(constant) @name (scope_resolution scope: (_) @scope name: (constant) @name)]) @definition.constant

; What a class says to make methods.
(call
  method: (identifier) @_attr
  arguments: (argument_list [(simple_symbol) (string)] @name)
  (#any-of? @_attr
    "attr" "class_attribute"
    "attr_reader" "attr_writer" "attr_accessor" "attr_internal"
    "attribute_reader" "attribute_writer" "attribute_accessor" "attribute_internal"
    "mattr_reader" "mattr_writer" "mattr_accessor" "mattr_internal"
    "mattribute_reader" "mattribute_writer" "mattribute_accessor" "mattribute_internal"
    "cattr_reader" "cattr_writer" "cattr_accessor" "cattr_internal"
    "cattribute_reader" "cattribute_writer" "cattribute_accessor" "cattribute_internal")) @definition.field
(call
  !receiver
  method: (identifier) @_define
  arguments: (argument_list . [(simple_symbol) (string)] @name)
  block: (_)? @body
  (#any-of? @_define "define_method" "define_singleton_method" "alias_method" "scope")) @definition.method
(call
  !receiver
  method: (identifier) @_delegate
  arguments: (argument_list (simple_symbol) @name)
  (#any-of? @_delegate "def_delegators" "def_delegator" "delegate")) @definition.method
(alias name: (_) @name) @definition.method
