import type { ASTNode } from '@marcbachmann/cel-js';

/** The direct child nodes. The arguments of a macro such as `all` are included as written. */
function childNodes(node: ASTNode): readonly ASTNode[] {
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

/** A node and all its descendants, outermost first. */
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

/** The source text of a node. */
export const sourceOf = (node: ASTNode): string => node.input.slice(node.start, node.end);

/** Names of the fields of `variable` that an expression reads. */
export function fieldsRead(ast: ASTNode, variable: string): Set<string> {
  const names = new Set<string>();
  for (const node of allNodes(ast)) {
    if (node.op === '.' && node.args[0].op === 'id' && node.args[0].args === variable) names.add(node.args[1]);
  }
  return names;
}

/** The type of a node of a checked expression. */
export const checkedType = (node: ASTNode): string | undefined =>
  (node as { checkedType?: { name: string } }).checkedType?.name;
