import { isDeepStrictEqual } from 'node:util';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Json } from '../../http/server.ts';
import { shown, type Store } from '../judges/api.ts';
import { madeAs } from '../neededRows.ts';
import { isWritable, type Sampler } from '../sampleRow.ts';
import type { Row, Sample } from '../sample.ts';

/** Is told what a field of a record holds, as a deed finds it, and of what record. */
export type Saw = (field: string, value: unknown, row: Json) => void;

/**
 * What words of a schema make of records, and not what they refuse: done through the running product, and told where it
 * is otherwise.
 */
export interface Deed {
  title: string;
  /** the words that show in it, by the names of their mutants: `x-compute fee` */
  rules: string[];
  /** whether its record was refused as it was drawn: it proves something only of words that show in no other */
  isRefused?: true;
  /**
   * What is otherwise than the schema says, in words; of a field, its name comes first. Leaves nothing behind that
   * stands in the way of another time.
   */
  ask(saw?: Saw): Promise<string[]>;
}

/** An entity without a word that makes something of its records; `name` is what its deeds say that they show. */
export interface DeedMutant {
  name: string;
  without: Entity;
  /** the triggers that enforce the rule in the database */
  triggers?: string[];
}

/** What deeds are done with, and how many records are drawn at most until each word shows in one. */
export interface DeedGround {
  sampler: Sampler;
  store: Store;
  turns: number;
  /** the record that is drawn at first, where one serves several words */
  first?: Sample | undefined;
}

/** So many records are drawn at most until a word shows in one. */
export const MOST_DRAWN = 10;

/**
 * A record with all that can be written, at first that which serves several words; once with two parts of each sort;
 * later with some of it.
 */
export const drawnFor = (
  { sampler, first }: DeedGround,
  { name, children }: Entity,
  turn: number,
): Sample | undefined =>
  turn === 0 && first?.entity.name === name
    ? first
    : turn === 1 && children.length > 0
      ? (sampler.find(name, { siblings: 2 }) ?? sampler.find(name))
      : sampler.find(name, { fields: turn < 2 ? 'all' : 'some' });

/** Where a record reads otherwise than it must. */
export function otherwise({ fields }: Entity, expected: Row, row: Json, saw?: Saw): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const field = fields.find((one) => one.name === name);
    if (!field) return [];
    const must = shown(field, value);
    saw?.(name, row[name] ?? null, row);
    return isDeepStrictEqual(row[name] ?? null, must)
      ? []
      : [`${name} must be ${JSON.stringify(must)} and is ${JSON.stringify(row[name])}`];
  });
}

/** What a record that was drawn shows; or how it was refused as it was made. */
export interface Shown<T> {
  shows: readonly string[];
  deed: T;
  refused?: readonly string[];
}

/**
 * The first of several samples that shows a thing, and those after it that show what none before did. What shows in
 * none is told of by one that was refused, if there is such.
 */
export async function showing<T>(
  wanted: readonly string[],
  turns: number,
  draw: (turn: number) => Promise<Shown<T> | undefined>,
): Promise<{ shows: string[]; deed: T; isRefused?: true }[]> {
  const left = new Set(wanted);
  const found: { shows: string[]; deed: T; isRefused?: true }[] = [];
  let refused: T | undefined;
  for (let turn = 0; turn < turns && left.size > 0; turn++) {
    const drawn = await draw(turn);
    if (drawn?.refused?.length) refused = drawn.deed;
    const shows = [...new Set(drawn?.shows)].filter((name) => left.has(name));
    if (!drawn || shows.length === 0) continue;
    for (const name of shows) left.delete(name);
    found.push({ shows, deed: drawn.deed });
  }
  return refused === undefined || left.size === 0
    ? found
    : [...found, { shows: [...left], deed: refused, isRefused: true }];
}

export const omit = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

/** A part without its way to the whole, which is another record of the same sample. */
export const linkless = (part: Sample, via: string): Sample => ({
  ...part,
  row: omit(part.row, [via]),
  links: part.links.filter(({ field }) => field !== via),
});

/** A value that a field takes, with the row that it leads to. */
export async function valueFor({ sampler, store }: DeedGround, field: Field): Promise<unknown> {
  if (field.ref && !field.ref.open)
    return (await store.stored(sampler.sample(madeAs(sampler.model, field.ref.entity), { where: field.ref.where })))[
      field.ref.by
    ];
  if (field.optionList === undefined) return sampler.draw(field);
  const { name, optionLists } = Object.values(sampler.model.entities).find((one) => one.optionLists)!;
  return (
    await store.stored(
      sampler.sample(name, {
        fields: 'least',
        fixed: { [optionLists!.list]: field.optionList, [optionLists!.active]: 'Y' },
      }),
    )
  )[optionLists!.code];
}

/** A field of an entity by its name. */
export const fieldNamed = ({ fields }: Entity, name: string): Field => fields.find((field) => field.name === name)!;

/** Whether a field is in capitals by its own word, and not by its kind's form. */
export const isFolded = (field: Field): boolean =>
  isWritable(field) &&
  field.normalize.includes('upper') &&
  KINDS[field.kind].normalise('a', { ...field, normalize: [] }) !== 'A';
