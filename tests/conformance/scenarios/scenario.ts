import { isDeepStrictEqual } from 'node:util';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Json } from '../../http/server.ts';
import { shown, type Store } from '../oracles/api.ts';
import { madeAs } from '../neededRows.ts';
import { isWritable, type Sampler } from '../sampler.ts';
import type { Row, Sample } from '../sample.ts';

/** Receives the value of a field that a scenario reads, and its record. */
export type Saw = (field: string, value: unknown, row: Json) => void;

/**
 * What keywords do to records, as opposed to what they refuse: run through the product, with each difference reported.
 */
export interface Scenario {
  title: string;
  /** the rules that it shows, by the names of their mutants: `x-compute fee` */
  rules: string[];
  /** whether its record was refused when it was created: it then counts only for rules that no other scenario shows */
  isRefused?: true;
  /** The differences from the schema; the name of the field comes first. Leaves nothing that prevents another run. */
  run(saw?: Saw): Promise<string[]>;
}

/** An entity without one rule; `name` is the rule as scenarios list it. */
export interface ScenarioMutant {
  name: string;
  without: Entity;
  /** the triggers that enforce the rule in the database */
  triggers?: string[];
}

/** Inputs of scenarios, and the limit of generated records until each rule shows in one. */
export interface ScenarioFixture {
  sampler: Sampler;
  store: Store;
  turns: number;
  /** the first record, if it serves several rules */
  first?: Sample | undefined;
}

/** Limit of generated records until a rule shows in one. */
export const MAX_DRAWN = 10;

/**
 * A record for an attempt: first the shared one with all fields, then one with two children of each entity, later ones
 * with some fields.
 */
export const drawnFor = (
  { sampler, first }: ScenarioFixture,
  { name, children }: Entity,
  turn: number,
): Sample | undefined =>
  turn === 0 && first?.entity.name === name
    ? first
    : turn === 1 && children.length > 0
      ? (sampler.find(name, { siblings: 2 }) ?? sampler.find(name))
      : sampler.find(name, { fields: turn < 2 ? 'all' : 'some' });

/** The fields of a record that differ from the expected values. */
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

/** What a generated record shows, or how it was refused. */
export interface Shown<T> {
  shows: readonly string[];
  scenario: T;
  refused?: readonly string[];
}

/** The first of several samples that shows each rule. For rules that no sample shows, a refused sample is returned. */
export async function showing<T>(
  wanted: readonly string[],
  turns: number,
  draw: (turn: number) => Promise<Shown<T> | undefined>,
): Promise<{ shows: string[]; scenario: T; isRefused?: true }[]> {
  const left = new Set(wanted);
  const found: { shows: string[]; scenario: T; isRefused?: true }[] = [];
  let refused: T | undefined;
  for (let turn = 0; turn < turns && left.size > 0; turn++) {
    const drawn = await draw(turn);
    if (drawn?.refused?.length) refused = drawn.scenario;
    const shows = [...new Set(drawn?.shows)].filter((name) => left.has(name));
    if (!drawn || shows.length === 0) continue;
    for (const name of shows) left.delete(name);
    found.push({ shows, scenario: drawn.scenario });
  }
  return refused === undefined || left.size === 0
    ? found
    : [...found, { shows: [...left], scenario: refused, isRefused: true }];
}

export const omit = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

/** A child without the link to its parent, which is another record of the same sample. */
export const withoutLink = (child: Sample, via: string): Sample => ({
  ...child,
  row: omit(child.row, [via]),
  links: child.links.filter(({ field }) => field !== via),
});

/** A value for a field, with the row that it refers to. */
export async function valueFor({ sampler, store }: ScenarioFixture, field: Field): Promise<unknown> {
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

/** Whether a field is in capitals by its own keyword, not by its field kind. */
export const isFolded = (field: Field): boolean =>
  isWritable(field) &&
  field.normalize.includes('upper') &&
  KINDS[field.kind].normalise('a', { ...field, normalize: [] }) !== 'A';
