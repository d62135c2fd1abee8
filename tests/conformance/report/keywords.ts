import { readFileSync } from 'node:fs';

/** A word of the vocabulary: what its cases are, or what it does where it has none. */
export interface Keyword {
  word: string;
  cases?: string;
  instead?: string;
}

type Meta = { properties: Record<string, { 'x-effect'?: Record<string, string> }> };

const FILES = ['entity', 'field', 'machine'];
/** What words do, in the order in which it is told of those without cases. */
const EFFECTS = ['database', 'server', 'screens'];

/** Every word of the schemas, as the vocabulary itself tells of its cases. */
export const keywords = (): Keyword[] =>
  FILES.flatMap((file) => {
    const { properties } = JSON.parse(
      readFileSync(new URL(`../../../schemas/meta/${file}.json`, import.meta.url), 'utf8'),
    ) as Meta;
    return Object.entries(properties).map(([word, { 'x-effect': effect = {} }]): Keyword => ({
      word: `${file} ${word}`,
      ...(effect['test'] === undefined
        ? {
            instead:
              EFFECTS.flatMap((part) => (effect[part] === undefined ? [] : [`${part}: ${effect[part]}`])).join('; ') ||
              'a note for editors and readers of the file',
          }
        : { cases: effect['test'] }),
    }));
  });

/** The words with their cases, then those without, each with what it does instead of letting a row be refused. */
export function printKeywords(): string {
  const all = keywords();
  const width = Math.max(...all.map(({ word }) => word.length));
  const lines = (list: readonly Keyword[]) =>
    list.map(({ word, cases, instead }) => `  ${word.padEnd(width)}  ${cases ?? instead}`);
  const [tried, others] = [
    all.filter(({ cases }) => cases !== undefined),
    all.filter(({ cases }) => cases === undefined),
  ];
  return [
    `Keywords with cases (${tried.length}):`,
    ...lines(tried),
    '',
    `Keywords without cases of their own (${others.length}), and what they do:`,
    ...lines(others),
  ].join('\n');
}
