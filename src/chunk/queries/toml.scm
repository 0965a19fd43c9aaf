; TOML: tables and keys.

(table . [(bare_key) (quoted_key) (dotted_key)] @name "]" @head) @definition.key
(table_array_element . [(bare_key) (quoted_key) (dotted_key)] @name "]]" @head) @definition.key
(document (pair . [(bare_key) (quoted_key) (dotted_key)] @name) @definition.key)
(table (pair . [(bare_key) (quoted_key) (dotted_key)] @name) @definition.key)
