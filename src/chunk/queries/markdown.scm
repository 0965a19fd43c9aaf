; Markdown: a heading names the section it begins. The grammar makes no section of an underlined heading.

(section . (atx_heading heading_content: (inline) @name) @head) @definition.section
(setext_heading heading_content: (paragraph) @name) @definition.section
