import { SaxesParser } from 'saxes';
import { Pace } from '../../../spreadsheet/read/pace.ts';
import { badLine } from './statement.ts';

/**
 * Limits of a file, which is kept in memory: elements and attributes together; an entry of a statement has about 30.
 */
const MAX_PARTS = 1_000_000;
const MAX_DEPTH = 64;
/** Characters that are parsed before other work may run. */
const SLICE = 64 * 1024;

/** An element of an XML file, without its namespace. */
export interface Element {
  name: string;
  line: number;
  attributes: Record<string, string>;
  text: string;
  children: Element[];
}

/**
 * Parses an XML file; entities of a document type are not resolved.
 *
 * @throws TransferRefused with the line of an error, or of the first element above the limits
 */
export async function parseXml(text: string, signal: AbortSignal): Promise<Element> {
  const [parser, root] = treeParser();
  const pace = new Pace(signal);
  for (let start = 0; start < text.length; start += SLICE) {
    parser.write(text.slice(start, start + SLICE));
    if (pace.isDue()) await pace.yieldToOthers();
  }
  parser.close();
  return root;
}

/** A parser, and the root to which it adds the elements that it reads. */
function treeParser(): [SaxesParser, Element] {
  const parser = new SaxesParser();
  const root: Element = { name: '', line: 1, attributes: {}, text: '', children: [] };
  const open = [root];
  let parts = 0;
  const limitParts = (): void => {
    if (++parts > MAX_PARTS || open.length > MAX_DEPTH)
      throw badLine(parser.line, {
        en: 'the XML has too many elements, or they are nested too deeply',
        zh: 'XML 元素过多或嵌套过深',
      });
  };
  parser.on('attribute', limitParts);
  parser.on('opentag', ({ name, attributes }) => {
    limitParts();
    const element: Element = {
      name: local(name),
      line: parser.line,
      attributes: { ...attributes },
      text: '',
      children: [],
    };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('text', (part) => void (open.at(-1)!.text += part));
  parser.on('cdata', (part) => void (open.at(-1)!.text += part));
  parser.on('closetag', () => void open.pop());
  parser.on('error', () => {
    throw badLine(parser.line, { en: 'the XML is not well-formed', zh: 'XML 格式不正确' });
  });
  return [parser, root];
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The elements at a path of names. */
export const all = (element: Element, ...path: readonly string[]): Element[] =>
  path.reduce((found, name) => found.flatMap(({ children }) => children.filter((one) => one.name === name)), [element]);

/** The text of the first element at one of several paths, such as `Id/IBAN`, that has one. */
export function first(element: Element, ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const text = all(element, ...path.split('/'))
      .map((one) => one.text.trim())
      .find((one) => one !== '');
    if (text !== undefined) return text;
  }
  return undefined;
}
