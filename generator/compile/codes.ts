import type { ASTNode } from '@marcbachmann/cel-js';
import { childName, type Scope } from '../language/expression/scope.ts';
import { allNodes, checkedType, sourceOf } from '../language/expression/syntax.ts';
import { nearestOrAll } from './nearest.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Field } from '../model/field.ts';

const YES_NO = ['Y', 'N'];

/**
 * Finds a comparison between a field with a closed list of codes (inline options, states, Y and N) and a text outside
 * the list, because its result is always the same. Codes of dictionary lists are data and are not checked.
 *
 * @param text a valid expression
 * @returns the message; undefined if all codes are known
 */
export function findCodeProblem(text: string, scope: Scope, model: Model): string | undefined {
  const parsed = scope.environment.parse(text);
  // `check` sets the types of the nodes, which `codesOf` reads
  parsed.check();
  for (const node of allNodes(parsed.ast)) {
    for (const [field, literals] of comparisonsIn(node)) {
      const known = codesOf(field, scope, model);
      const unknown = known && literals.find((literal) => !known.codes.includes(literal));
      if (known && unknown !== undefined)
        return `${sourceOf(field)} has no ${known.noun} "${unknown}"${nearestOrAll(unknown, known.codes, 'it has')}`;
    }
  }
  return undefined;
}

/**
 * Finds a text outside the closed list of codes of the field that an expression sets.
 *
 * @param text a valid expression
 * @returns the message; undefined if all codes are known
 */
export function findValueProblem(text: string, field: Field, scope: Scope): string | undefined {
  const codes = codesOfField(field);
  const unknown = codes && resultsOf(scope.environment.parse(text).ast).find((literal) => !codes.includes(literal));
  return codes && unknown !== undefined
    ? `self.${field.name} has no ${nounOf([field])} "${unknown}"${nearestOrAll(unknown, codes, 'it has')}`
    : undefined;
}

/** The possible results of an expression that are text literals. */
const resultsOf = (node: ASTNode): string[] =>
  node.op === '?:'
    ? [node.args[1], node.args[2]].flatMap(resultsOf)
    : literalsOf(node).filter((literal) => literal !== '');

/** What messages call the codes of the fields. */
const nounOf = (fields: readonly Field[]): 'state' | 'code' => (fields.some(({ state }) => state) ? 'state' : 'code');

/** The fields that a node compares, each with the text literals that it is compared with. */
function comparisonsIn(node: ASTNode): [field: ASTNode, literals: string[]][] {
  if (node.op !== '==' && node.op !== '!=' && node.op !== 'in') return [];
  const [left, right] = node.args as [ASTNode, ASTNode];
  const isField = (operand: ASTNode): boolean => operand.op === '.';
  if (node.op === 'in' && right.op === 'list') return isField(left) ? [[left, right.args.flatMap(literalsOf)]] : [];
  return [
    ...(isField(left) ? [[left, literalsOf(right)] as [ASTNode, string[]]] : []),
    ...(isField(right) ? [[right, literalsOf(left)] as [ASTNode, string[]]] : []),
  ];
}

const literalsOf = (node: ASTNode): string[] =>
  node.op === 'value' && typeof node.args === 'string' ? [node.args] : [];

/**
 * The codes of a field in all entities from which the expression can read it. Undefined if one of them has no closed
 * list, or if the node is not a field.
 */
function codesOf(node: ASTNode, scope: Scope, model: Model): { noun: 'state' | 'code'; codes: string[] } | undefined {
  if (node.op !== '.') return undefined;
  const [owner, name] = node.args;
  const fields = entitiesOf(checkedType(owner) ?? '', scope.entity, model).flatMap(({ fields: own }) =>
    own.filter((field) => field.name === name),
  );
  const lists = fields.map(codesOfField);
  if (lists.length === 0 || lists.some((list) => list === undefined)) return undefined;
  return { noun: nounOf(fields), codes: [...new Set(lists.flatMap((list) => list!))] };
}

const codesOfField = ({ kind, options }: Field): string[] | undefined =>
  kind === 'yesNo' ? YES_NO : options?.map(({ code }) => code);

/** The entities of a type of the scope, with their subtypes, which can have further codes. */
function entitiesOf(type: string, entity: Entity, { entities }: Model): Entity[] {
  const named =
    type === 'Row'
      ? [entity.name]
      : type === 'Parent'
        ? entity.parents.map((parent) => parent.entity)
        : type.startsWith('Child.')
          ? entity.children.filter((child) => `Child.${childName(child.entity)}` === type).map((child) => child.entity)
          : entity.lookups.filter((lookup) => `Lookup.${lookup.name}` === type).map((lookup) => lookup.entity);
  return named.flatMap((name) =>
    [entities[name] ?? [], Object.values(entities).filter((other) => other.extends === name)].flat(),
  );
}
