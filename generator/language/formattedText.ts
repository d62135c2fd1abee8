/**
 * The elements that formatted text (kind richText) may have, all without attributes: what the server keeps and the
 * screens draw.
 */
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

/** What is inside these is never text; of every other element that is not allowed the words stay. */
export const ELEMENTS_WITHOUT_TEXT: readonly string[] = ['script', 'style', 'template', 'noscript', 'iframe', 'object'];

/** Limit of elements within elements. */
export const MAX_MARKUP_DEPTH = 50;

/** Limit of tags in one text: opening ones, closing ones, comments, and every other `<`. */
export const MAX_TAGS = 10_000;

/** HTML elements without content: they open no level. */
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

/** Elements that end where a sibling of the same name begins. */
const ENDED_BY_SIBLING = new Set(['p', 'li', 'option', 'tr', 'td', 'th', 'dt', 'dd']);

/** Where a comment ends, by any reading: also `<!-->`, `<!--->` and `--!>`. */
const COMMENT_END = /(?<=<!--)-?>|--!?>/g;

const TAG = /<(!--)?(\/?)([a-z][a-z0-9]*)?/gi;

/**
 * Which limit of formatted text a text exceeds, in one pass over it and before anything parses it: parsing and cleaning
 * may take time that grows with depth times tags.
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
