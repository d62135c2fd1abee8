/**
 * Translates a JavaScript pattern to an equivalent one for PostgreSQL's `~`; undefined if the two could differ.
 *
 * Supported: anchors, plain characters and escaped punctuation, `\d` and `\w`, character classes without negation,
 * groups, alternatives and greedy quantifiers. Not supported: empty groups and alternatives; `.` and `[^…]`, which
 * differ for line breaks and for characters of two UTF-16 units; `\s`, `\b`, look-arounds and back-references, which
 * have another meaning.
 */
export function portablePattern(source: string): string | undefined {
  // an empty group or alternative
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

/** Limit of repetitions in PostgreSQL. */
const MAX_COUNT = 255;

const unchanged = (text: string): string => text;

const TOKENS: [form: RegExp, print: (matched: string) => string | undefined][] = [
  [
    /^\[(?!\^)(?:[A-Za-z0-9 _/:,@#%&=~'"<>;!.*+?$(){}|-]|\\[-\]\\^.[/dw])+\]/,
    (list) => list.replaceAll('\\d', '0-9').replaceAll('\\w', 'A-Za-z0-9_'),
  ],
  [/^\\d/, () => '[0-9]'],
  [/^\\w/, () => '[A-Za-z0-9_]'],
  [/^\\[-.*+?^$()[\]{}|\\/]/, unchanged],
  [/^[A-Za-z0-9 _\-/:,@#%&=~'"<>;!\u4e00-\u9fff]/, unchanged],
  [/^(?:\(\?:|\((?!\?)|\)|\||\^|\$)/, unchanged],
  [
    /^(?:[*+?]|\{\d+(?:,\d*)?\})(?![*+?{])/,
    (count) => (count.match(/\d+/g)?.some((digits) => Number(digits) > MAX_COUNT) ? undefined : count),
  ],
];
