import { LANGUAGES, type Language } from '../config.ts';

/**
 * The language of a request (api.md, "Envelope"): the parameter, then the header, else the deployment's. An unknown
 * language, and `*`, count as absent.
 */
export const requestLanguage = (
  parameter: string | undefined,
  header: string | undefined,
  otherwise: Language,
): Language => requestedLanguage(parameter, header) ?? otherwise;

/** The language in the parameter or header of a request, if it is supported. */
export const requestedLanguage = (parameter: string | undefined, header: string | undefined): Language | undefined =>
  knownLanguage(parameter) ?? preferred(header);

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

/** `zh`, `zh-Hans-CN` and `zh-CN` are Chinese, `en` and `en-GB` English; undefined for any other value. */
export function knownLanguage(tag: unknown): Language | undefined {
  const primary = typeof tag === 'string' ? tag.trim().toLowerCase().split('-')[0] : undefined;
  return primary ? LANGUAGES.find((language) => language.startsWith(`${primary}-`)) : undefined;
}
