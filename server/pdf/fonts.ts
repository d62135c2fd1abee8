import { create, type Font } from 'fontkit';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sfntFromWoff } from './woff.ts';

/** Regular or bold. */
export type Weight = 400 | 700;

/** Part of a text whose characters are all in one font. */
export interface Run {
  /** identifies the font */
  name: string;
  font: Font;
  text: string;
}

const folderOf = (manifest: string): string => dirname(fileURLToPath(import.meta.resolve(manifest)));
const FOLDERS = {
  'noto-sans-sc': folderOf('@fontsource/noto-sans-sc/package.json'),
  inter: folderOf('@fontsource/inter/package.json'),
};

/** The files that are tried first: frequent Chinese characters with ASCII, then the other alphabets. */
const FREQUENT = [
  'noto-sans-sc-chinese-simplified',
  'noto-sans-sc-latin',
  'inter-latin-ext',
  'inter-cyrillic',
  'inter-greek',
  'inter-vietnamese',
] as const;

const fonts = new Map<string, Font>();
const namesByCharacter = new Map<string, string>();
let rareFiles: { first: number; last: number; part: string }[] | undefined;

/** Divides a text into runs. A character that no font has is shown as a box. */
export function runsOf(text: string, weight: Weight): Run[] {
  const runs: Run[] = [];
  for (const character of text) {
    const name = fontNameOf(character, weight);
    const last = runs.at(-1);
    if (last?.name === name) last.text += character;
    else runs.push({ name, font: fontNamed(name), text: character });
  }
  return runs;
}

/** The name of the first font that has a character. */
function fontNameOf(character: string, weight: Weight): string {
  const key = `${weight}${character}`;
  let name = namesByCharacter.get(key);
  if (name === undefined) namesByCharacter.set(key, (name = findFont(character.codePointAt(0)!, weight)));
  return name;
}

function findFont(codePoint: number, weight: Weight): string {
  const has = (name: string): boolean => fontNamed(name).hasGlyphForCodePoint(codePoint);
  const names = FREQUENT.map((part) => `${part}-${weight}`);
  return (
    names.find(has) ??
    rarePartsOf(codePoint)
      .map((part) => `noto-sans-sc-${part}-${weight}`)
      .find((name) => existsSync(pathOf(name)) && has(name)) ??
    names[0]!
  );
}

/** The numbered files of rare Chinese characters and signs that have a code point. */
function rarePartsOf(codePoint: number): string[] {
  rareFiles ??= Object.entries(
    JSON.parse(readFileSync(join(FOLDERS['noto-sans-sc'], 'unicode.json'), 'utf8')) as Record<string, string>,
  ).flatMap(([part, ranges]) =>
    ranges.split(',').map((range) => ({ part: part.replace(/\W/g, ''), ...limits(range) })),
  );
  return rareFiles.filter(({ first, last }) => first <= codePoint && codePoint <= last).map(({ part }) => part);
}

/** The code points of a range such as `U+4e00-4e1f` or `U+20ac`. */
function limits(range: string): { first: number; last: number } {
  const [first = '', last = first] = range.slice(2).split('-');
  return { first: Number.parseInt(first, 16), last: Number.parseInt(last, 16) };
}

const pathOf = (name: string): string =>
  join(FOLDERS[name.startsWith('inter') ? 'inter' : 'noto-sans-sc'], 'files', `${name}-normal.woff`);

/** The font of a file. It is read once. */
function fontNamed(name: string): Font {
  let font = fonts.get(name);
  // a file of one font contains one font
  if (!font) fonts.set(name, (font = create(sfntFromWoff(readFileSync(pathOf(name)))) as Font));
  return font;
}
