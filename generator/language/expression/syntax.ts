import type { ASTNode } from '@marcbachmann/cel-js';

/** The nodes directly below `node`. A macro such as `all` keeps its arguments as they were written. */
export function childNodes(node: ASTNode): readonly ASTNode[] {
  switch (node.op) {
    case 'value':
    case 'id':
      return [];
    case '.':
    case '.?':
      return [node.args[0]];
    case 'call':
      return node.args[1];
    case 'rcall':
      return [node.args[1], ...node.args[2]];
    case 'list':
      return node.args;
    case 'map':
      return node.args.flat();
    case '!_':
    case '-_':
      return [node.args];
    default:
      return node.args;
  }
}

/** `node` and everything below it, outermost first. */
export function* allNodes(node: ASTNode): Generator<ASTNode> {
  yield node;
  for (const child of childNodes(node)) yield* allNodes(child);
}

/** A function or method call; undefined for other nodes. */
export function callOf(
  node: ASTNode,
): { name: string; receiver?: ASTNode; parameters: readonly ASTNode[] } | undefined {
  if (node.op === 'call') return { name: node.args[0], parameters: node.args[1] };
  if (node.op === 'rcall') return { name: node.args[0], receiver: node.args[1], parameters: node.args[2] };
  return undefined;
}

/** The text of the expression that `node` was parsed from. */
export const sourceOf = (node: ASTNode): string => node.input.slice(node.start, node.end);

/** The names of the fields of the variable `variable` that an expression reads. */
export function fieldsRead(ast: ASTNode, variable: string): Set<string> {
  const names = new Set<string>();
  for (const node of allNodes(ast)) {
    if (node.op === '.' && node.args[0].op === 'id' && node.args[0].args === variable) names.add(node.args[1]);
  }
  return names;
}

/** The type that the checker found for a node, once the whole expression is checked. */
export const checkedType = (node: ASTNode): string | undefined =>
  (node as { checkedType?: { name: string } }).checkedType?.name;
