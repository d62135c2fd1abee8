/** HTML elements allowed in formatted text (kind richText), without attributes. The server removes all others. */
export const FORMATTED_ELEMENTS: readonly string[] = [
  'p',
  'br',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'code',
  'pre',
  'blockquote',
  'ul',
  'ol',
  'li',
  'h1',
  'h2',
  'h3',
  'h4',
  'hr',
];

/** Elements whose content is removed with them. Of other elements that are not allowed, the text remains. */
export const ELEMENTS_WITHOUT_TEXT: readonly string[] = ['script', 'style', 'template', 'noscript', 'iframe', 'object'];

/** Limit of the nesting depth of elements. */
export const MAX_MARKUP_DEPTH = 50;

/** Limit of tags in a text. Opening and closing tags, comments and every other `<` count. */
export const MAX_TAGS = 10_000;

/** HTML elements without content, which do not nest. */
const VOID_ELEMENTS = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);

/** Elements that end at the start of a sibling with the same name. */
const ENDED_BY_SIBLING = new Set(['p', 'li', 'option', 'tr', 'td', 'th', 'dt', 'dd']);

/** End of a comment as any HTML parser may read it, including `<!-->`, `<!--->` and `--!>`. */
const COMMENT_END = /(?<=<!--)-?>|--!?>/g;

const TAG = /<(!--)?(\/?)([a-z][a-z0-9]*)?/gi;

/**
 * Finds the limit that a formatted text exceeds: depth (`deep`) or number of tags (`many`).
 *
 * It makes one pass and runs before any parser, because parsing and cleaning can take time proportional to depth times
 * tags.
 */
export function exceededMarkupLimit(html: string): 'deep' | 'many' | undefined {
  const open: string[] = [];
  let tags = 0;
  TAG.lastIndex = 0;
  for (let found = TAG.exec(html); found; found = TAG.exec(html)) {
    if (++tags > MAX_TAGS) return 'many';
    const [, comment, slash, name = ''] = found.map((part) => part?.toLowerCase());
    if (comment) {
      COMMENT_END.lastIndex = TAG.lastIndex;
      if (!COMMENT_END.test(html)) return undefined;
      TAG.lastIndex = COMMENT_END.lastIndex;
    } else if (slash) {
      const level = open.lastIndexOf(name);
      if (level >= 0) open.length = level;
    } else if (name !== '' && !VOID_ELEMENTS.has(name)) {
      if (ENDED_BY_SIBLING.has(name) && open.at(-1) === name) open.pop();
      if (open.push(name) > MAX_MARKUP_DEPTH) return 'deep';
    }
  }
  return undefined;
}
