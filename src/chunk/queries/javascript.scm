; JavaScript where it differs from TypeScript.

(class_declaration name: (identifier) @name body: (class_body) @body) @definition.class
(field_definition property: (_) @name value: (arrow_function body: (statement_block) @body)) @definition.method
(field_definition property: (_) @name) @definition.field
