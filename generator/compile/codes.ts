import type { ASTNode } from '@marcbachmann/cel-js';
import { childName, type Scope } from '../language/expression/scope.ts';
import { allNodes, checkedType, sourceOf } from '../language/expression/syntax.ts';
import { nearestOrAll } from './nearest.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Field } from '../model/field.ts';

const YES_NO = ['Y', 'N'];

/**
 * Finds a comparison of a field with a closed list of codes (inline options, states, Y and N) to a text that is not one
 * of them, because its result never changes. Entries of dictionary lists are data and are not checked.
 *
 * @param text a valid expression
 */
export function findCodeProblem(text: string, scope: Scope, model: Model): string | undefined {
  const parsed = scope.environment.parse(text);
  // sets the types of the nodes
  parsed.check();
  for (const node of allNodes(parsed.ast)) {
    for (const [field, literals] of comparisonsIn(node)) {
      const known = codesOf(field, scope, model);
      const wrong = known && literals.find((literal) => !known.codes.includes(literal));
      if (known && wrong !== undefined)
        return `${sourceOf(field)} has no ${known.what} "${wrong}"${nearestOrAll(wrong, known.codes, 'it has')}`;
    }
  }
  return undefined;
}

/**
 * Finds a text that an expression sets in a field with a closed list of codes, and that is not one of them.
 *
 * @param text a valid expression
 */
export function findValueProblem(text: string, field: Field, scope: Scope): string | undefined {
  const codes = codesOfField(field);
  const wrong = codes && resultsOf(scope.environment.parse(text).ast).find((literal) => !codes.includes(literal));
  return codes && wrong !== undefined
    ? `self.${field.name} has no ${wordOf([field])} "${wrong}"${nearestOrAll(wrong, codes, 'it has')}`
    : undefined;
}

/** The possible results of an expression that are text literals. */
const resultsOf = (node: ASTNode): string[] =>
  node.op === '?:'
    ? [node.args[1], node.args[2]].flatMap(resultsOf)
    : literalsOf(node).filter((literal) => literal !== '');

const wordOf = (fields: readonly Field[]): 'state' | 'code' => (fields.some(({ state }) => state) ? 'state' : 'code');

/** Fields that a node compares, each with the text literals it is compared with. */
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
 * The codes of a field in all entities that the expression may read it from; undefined without a closed list, or for a
 * node that is not a field.
 */
function codesOf(node: ASTNode, scope: Scope, model: Model): { what: 'state' | 'code'; codes: string[] } | undefined {
  if (node.op !== '.') return undefined;
  const [owner, name] = node.args;
  const fields = entitiesOf(checkedType(owner) ?? '', scope.entity, model).flatMap(({ fields: own }) =>
    own.filter((field) => field.name === name),
  );
  const lists = fields.map(codesOfField);
  if (lists.length === 0 || lists.some((list) => list === undefined)) return undefined;
  return { what: wordOf(fields), codes: [...new Set(lists.flatMap((list) => list!))] };
}

const codesOfField = ({ kind, options }: Field): string[] | undefined =>
  kind === 'yesNo' ? YES_NO : options?.map(({ code }) => code);

/** Entities with rows of a type of the scope, and their subtypes, which may have further codes. */
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
    [entities[name] ?? [], Object.values(entities).filter((one) => one.extends === name)].flat(),
  );
}
