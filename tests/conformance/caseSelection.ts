import type { Entity } from '../../generator/model/entity.ts';
import type { Case } from './case.ts';
import { ruleIdOf } from './ruleId.ts';

/** Longer values count as equal if they have the same type. */
const MAX_SHORT = 12;

/**
 * Selects the cases that `npm test` runs; `npm run conformance` runs all.
 *
 * It selects all cases of rules between fields, and for each entity one case of each keyword of its fields. Over the
 * entities that are passed to it, it covers every combination of keyword, field kind and form of value that occurs in
 * their cases. The selection depends only on the names and the order of the entities.
 */
export class CaseSelection {
  readonly #isComplete: boolean;
  readonly #variants = new Set<string>();

  constructor({ isComplete }: { isComplete: boolean }) {
    this.#isComplete = isComplete;
  }

  select(entity: Entity, cases: readonly Case[]): Case[] {
    if (this.#isComplete) return [...cases];
    const keywords = new Set<string>();
    const selected = new Set(
      startingAt(seedOf(entity), cases).filter((one) => {
        const keyword = keywordOf(entity, one);
        const variant = variantOf(entity, one);
        const isNew = !keywords.has(keyword) || !this.#variants.has(variant);
        keywords.add(keyword);
        this.#variants.add(variant);
        return isNew || isOfRow(entity, one);
      }),
    );
    return cases.filter((one) => selected.has(one));
  }
}

/** A number that differs between entities, so that not every entity tests its first field. */
const seedOf = ({ name }: Entity): number =>
  [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 0);

/** The list rotated to start at the item `seed % length`. */
function startingAt<T>(seed: number, list: readonly T[]): T[] {
  const start = list.length === 0 ? 0 : seed % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

/** Whether a case concerns more than the value of one field. */
const isOfRow = (entity: Entity, one: Case): boolean =>
  fieldOf(entity, one) === undefined || ruleIdOf(entity, one) !== undefined;

/** The rule or field keyword that a case tests, with the kind of row and whether the field is a reference or choice. */
export function keywordOf(entity: Entity, one: Case): string {
  const field = fieldOf(entity, one);
  return [
    ruleIdOf(entity, one) ?? '',
    ...one.expected.slice(0, 1).map(({ key, level = 'error' }) => `${key} ${level}`),
    one.old ? 'changed' : one.isDatabaseOnly ? 'stored' : 'new',
    field?.ref ? 'reference' : field?.options ? 'option' : 'value',
  ].join(' ');
}

/** The keyword with the field kind and the form of the value. */
export function variantOf(entity: Entity, one: Case): string {
  const field = fieldOf(entity, one);
  return `${keywordOf(entity, one)} ${field?.kind} ${field && formOf(one.change[field.name])}`;
}

const fieldOf = ({ fields }: Entity, { expected }: Case) => fields.find(({ name }) => name === expected[0]?.field);

function formOf(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length <= MAX_SHORT ? text : Array.isArray(value) ? 'list' : typeof value;
}
