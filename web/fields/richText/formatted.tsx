import { createElement, Fragment, type ReactNode } from 'react';
import { FORMATTED_ELEMENTS, ELEMENTS_WITHOUT_TEXT } from '../../../generator/language/formattedText.ts';

const ELEMENTS: ReadonlySet<string> = new Set(FORMATTED_ELEMENTS);
const SILENT: ReadonlySet<string> = new Set(ELEMENTS_WITHOUT_TEXT);

/**
 * Stored HTML as React elements. Users write it, so it is parsed in an inert document and rebuilt from a closed list of
 * elements: nothing in it loads, runs or styles the page.
 */
export const Formatted = ({ html }: { html: string }): ReactNode => (
  <div className="kind-formatted">{childrenOf(new DOMParser().parseFromString(html, 'text/html').body)}</div>
);

const childrenOf = (node: Node): ReactNode[] => [...node.childNodes].map(elementOf);

function elementOf(node: Node, index: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  const name = node.nodeName.toLowerCase();
  if (node.nodeType !== Node.ELEMENT_NODE || SILENT.has(name)) return null;
  if (name === 'br' || name === 'hr') return createElement(name, { key: index });
  return createElement(ELEMENTS.has(name) ? name : Fragment, { key: index }, ...childrenOf(node));
}
