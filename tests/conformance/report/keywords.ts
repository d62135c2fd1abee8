import { readFileSync } from 'node:fs';

/** A keyword of the schemas: its cases, or its effect where it has none. */
export interface Keyword {
  word: string;
  cases?: string;
  instead?: string;
}

type Meta = { properties: Record<string, { 'x-effect'?: Record<string, string> }> };

const FILES = ['entity', 'field', 'machine'];
/** The order in which effects of keywords without cases are listed. */
const EFFECTS = ['database', 'server', 'screens'];

/** Every keyword of the schemas, as the meta-schemas describe its cases. */
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
              EFFECTS.flatMap((layer) => (effect[layer] === undefined ? [] : [`${layer}: ${effect[layer]}`])).join(
                '; ',
              ) || 'a note for editors and readers of the file',
          }
        : { cases: effect['test'] }),
    }));
  });

/** The keywords with their cases, then those without, each with its effect. */
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
    `Keywords without cases of their own (${others.length}), and their effects:`,
    ...lines(others),
  ].join('\n');
}
