import { createElement, Fragment, type ReactNode } from 'react';
import { FORMATTED_ELEMENTS, SILENT_ELEMENTS } from '../../../generator/language/formattedText.ts';

const ELEMENTS: ReadonlySet<string> = new Set(FORMATTED_ELEMENTS);
const SILENT: ReadonlySet<string> = new Set(SILENT_ELEMENTS);

/**
 * Stored HTML as elements of our own. It comes from people, so its markup is read in an inert document and built anew
 * from a closed list: nothing in it loads, runs or styles the page.
 */
export const Formatted = ({ html }: { html: string }): ReactNode => (
  <div className="kind-formatted">{childrenOf(new DOMParser().parseFromString(html, 'text/html').body)}</div>
);

const childrenOf = (node: Node): ReactNode[] => [...node.childNodes].map(drawn);

function drawn(node: Node, index: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  const name = node.nodeName.toLowerCase();
  if (node.nodeType !== Node.ELEMENT_NODE || SILENT.has(name)) return null;
  if (name === 'br' || name === 'hr') return createElement(name, { key: index });
  return createElement(ELEMENTS.has(name) ? name : Fragment, { key: index }, ...childrenOf(node));
}
