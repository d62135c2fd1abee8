/**
 * Translates a JavaScript pattern to one that PostgreSQL's `~` reads alike; undefined when the two could differ.
 *
 * Taken: anchors, plain characters and escaped punctuation, `\d` and `\w`, lists without negation, groups, alternatives
 * and greedy counts. Left out: `.` and `[^…]` (lines, and characters of two UTF-16 units), `\s` and `\b`, look-arounds
 * and back-references, which mean something else there.
 */
export function portablePattern(source: string): string | undefined {
  if (/(^|[(|:])[|)]|\|$/.test(source)) return undefined;
  let pattern = '';
  let rest = source;
  while (rest !== '') {
    const token = TOKENS.find(([form]) => form.test(rest));
    if (!token) return undefined;
    const matched = token[0].exec(rest)![0];
    const printed = token[1](matched);
    if (printed === undefined) return undefined;
    pattern += printed;
    rest = rest.slice(matched.length);
  }
  return pattern;
}

/** PostgreSQL counts repetitions up to 255. */
const LARGEST_COUNT = 255;

const asItIs = (text: string): string => text;

const TOKENS: [form: RegExp, print: (matched: string) => string | undefined][] = [
  [
    /^\[(?!\^)(?:[A-Za-z0-9 _/:,@#%&=~'"<>;!.*+?$(){}|-]|\\[-\]\\^.[/dw])+\]/,
    (list) => list.replaceAll('\\d', '0-9').replaceAll('\\w', 'A-Za-z0-9_'),
  ],
  [/^\\d/, () => '[0-9]'],
  [/^\\w/, () => '[A-Za-z0-9_]'],
  [/^\\[-.*+?^$()[\]{}|\\/]/, asItIs],
  [/^[A-Za-z0-9 _\-/:,@#%&=~'"<>;!\u4e00-\u9fff]/, asItIs],
  [/^(?:\(\?:|\((?!\?)|\)|\||\^|\$)/, asItIs],
  [
    /^(?:[*+?]|\{\d+(?:,\d*)?\})(?![*+?{])/,
    (count) => (count.match(/\d+/g)?.some((digits) => Number(digits) > LARGEST_COUNT) ? undefined : count),
  ],
];
