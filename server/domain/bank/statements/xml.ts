import { SaxesParser } from 'saxes';
import { badLine } from './statement.ts';

/** An element of an XML file, without its namespace. */
export interface Element {
  name: string;
  line: number;
  attributes: Record<string, string>;
  text: string;
  children: Element[];
}

/** Parses an XML file; entities of a document type are not resolved. @throws TransferRefused with the line of an error */
export function parseXml(text: string): Element {
  const parser = new SaxesParser();
  const root: Element = { name: '', line: 1, attributes: {}, text: '', children: [] };
  const open = [root];
  parser.on('opentag', ({ name, attributes }) => {
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
  parser.write(text).close();
  return root;
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
