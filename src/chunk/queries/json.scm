; JSON: the keys of the outermost object and of the objects in it.

(document
  (object
    (pair key: (string (string_content) @name) value: [(object) (array)] @body) @definition.key))
(document (object (pair key: (string (string_content) @name)) @definition.key))
(document (object (pair value: (object (pair key: (string (string_content) @name)) @definition.key))))
