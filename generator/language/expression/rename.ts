import type { ASTNode } from '@marcbachmann/cel-js';
import { allNodes } from './syntax.ts';

/**
 * The source text of an expression in which a variable has another name. The variables of its macros must have other
 * names than both.
 */
export function renameVariable(ast: ASTNode, from: string, to: string): string {
  const places = [...allNodes(ast)].filter((node) => node.op === 'id' && node.args === from);
  return places
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => `${text.slice(0, start)}${to}${text.slice(end)}`, ast.input);
}
