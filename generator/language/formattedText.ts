/** The elements that formatted text (kind richText) may have, all without attributes: what the server keeps and the screens draw. */
export const FORMATTED_ELEMENTS: readonly string[] = ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'hr'];

/** What is inside these is never text; of every other element that is not allowed the words stay. */
export const SILENT_ELEMENTS: readonly string[] = ['script', 'style', 'template', 'noscript', 'iframe', 'object'];
