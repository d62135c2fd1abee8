import { LANGUAGES, type Language } from '../config.ts';

/**
 * The language of a request: from the parameter, else the header `Accept-Language`, else the
 * default of the deployment. An unknown language, and `*`, count as absent.
 */
export const requestLanguage = (
  parameter: string | undefined,
  header: string | undefined,
  defaultLanguage: Language,
): Language => requestedLanguage(parameter, header) ?? defaultLanguage;

/** The language in the parameter or header of a request, if it is supported. */
export const requestedLanguage = (parameter: string | undefined, header: string | undefined): Language | undefined =>
  knownLanguage(parameter) ?? preferred(header);

/** The supported language with the highest quality in `Accept-Language`. */
function preferred(header: string | undefined): Language | undefined {
  if (header === undefined) return undefined;
  const ranges = header.split(',').map((part, index) => {
    const [range = '', ...params] = part.trim().split(';');
    const quality = params.map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1]).find((value) => value !== undefined);
    return { range, quality: quality === undefined ? 1 : Number(quality), index };
  });
  return ranges
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.index - b.index)
    .map(({ range }) => knownLanguage(range))
    .find((language) => language !== undefined);
}

/**
 * The supported language of a tag: `zh`, `zh-Hans-CN` → Chinese, `en`, `en-GB` → English; undefined for other values.
 */
export function knownLanguage(tag: unknown): Language | undefined {
  const primary = typeof tag === 'string' ? tag.trim().toLowerCase().split('-')[0] : undefined;
  return primary ? LANGUAGES.find((language) => language.startsWith(`${primary}-`)) : undefined;
}
