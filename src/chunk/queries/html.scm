; HTML: elements with an id, headings.

(element
  (start_tag
    (attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name))) @head
  (#eq? @_id "id")) @definition.element
(element (start_tag (tag_name) @_tag) (text) @name (#match? @_tag "^[hH][1-6]$")) @definition.section
