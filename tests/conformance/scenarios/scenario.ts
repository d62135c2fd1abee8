import { isDeepStrictEqual } from 'node:util';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Json } from '../../http/server.ts';
import { shown, type Store } from '../oracles/api.ts';
import { concreteEntity, conditionsOfChildren } from '../neededRows.ts';
import { isWritable } from '../sampler/fields.ts';
import type { Sampler } from '../sampler/sampler.ts';
import type { Row, Sample } from '../sample.ts';

/** Receives the value of a field that a scenario reads, and its record. */
export type OnValue = (field: string, value: unknown, row: Json) => void;

/**
 * A test of the effects of keywords on stored records, run through the API. Cases (`case.ts`) test what keywords
 * refuse.
 */
export interface Scenario {
  title: string;
  /** the rules that it tests, by the names of their mutants: `x-compute fee` */
  rules: string[];
  /** whether its record was refused on creation: it then counts only for rules that no other scenario tests */
  isRefused?: true;
  /** @returns the differences, each beginning with the name of the field. Can be repeated. */
  run(onValue?: OnValue): Promise<string[]>;
}

/** An entity without one rule; `name` is the rule as scenarios list it. */
export interface ScenarioMutant {
  name: string;
  without: Entity;
  /** the triggers, CHECK and exclusion constraints that enforce the rule in the database */
  guards?: string[];
}

/** Inputs of scenarios. */
export interface ScenarioFixture {
  sampler: Sampler;
  store: Store;
  /** limit of records that are generated to test each rule */
  turns: number;
  /** the record for the first attempt, shared between rules */
  first?: Sample | undefined;
}

/** Records that are generated to find one that tests a rule. */
export const MAX_SAMPLES = 10;

/**
 * A record for an attempt: first the shared one with all fields, then one with two children of each entity, later ones
 * with some fields. The attempts take turns to meet the conditions of children (`x-child.when`).
 */
export function sampleFor({ sampler, first }: ScenarioFixture, entity: Entity, turn: number): Sample | undefined {
  const { name, children } = entity;
  if (turn === 0 && first?.entity.name === name) return first;
  const conditions = conditionsOfChildren(entity);
  const fixed = sampler.codesFor(conditions[turn % conditions.length]);
  return turn === 1 && children.length > 0
    ? (sampler.find(name, { siblings: 2, fixed }) ?? sampler.find(name, { fixed }))
    : sampler.find(name, { fields: turn < 2 ? 'all' : 'some', fixed });
}

/** The fields of a record that differ from the expected values. */
export function fieldDifferences({ fields }: Entity, expected: Row, row: Json, onValue?: OnValue): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const field = fields.find((one) => one.name === name);
    if (!field) return [];
    const expectedValue = shown(field, value);
    onValue?.(name, row[name] ?? null, row);
    return isDeepStrictEqual(row[name] ?? null, expectedValue)
      ? []
      : [`${name} must be ${JSON.stringify(expectedValue)} and is ${JSON.stringify(row[name])}`];
  });
}

/** The rules that a generated record tests, or the reasons why it was refused. */
export interface DrawnSample<T> {
  tested: readonly string[];
  scenario: T;
  refused?: readonly string[];
}

/** For each rule, the first sample that tests it. Rules that no sample tests get the last refused sample. */
export async function findSamplesTesting<T>(
  wanted: readonly string[],
  turns: number,
  draw: (turn: number) => Promise<DrawnSample<T> | undefined>,
): Promise<{ tested: string[]; scenario: T; isRefused?: true }[]> {
  const missing = new Set(wanted);
  const found: { tested: string[]; scenario: T; isRefused?: true }[] = [];
  let refused: T | undefined;
  for (let turn = 0; turn < turns && missing.size > 0; turn++) {
    const sample = await draw(turn);
    if (sample?.refused?.length) refused = sample.scenario;
    const tested = [...new Set(sample?.tested)].filter((name) => missing.has(name));
    if (!sample || tested.length === 0) continue;
    for (const name of tested) missing.delete(name);
    found.push({ tested, scenario: sample.scenario });
  }
  return refused === undefined || missing.size === 0
    ? found
    : [...found, { tested: [...missing], scenario: refused, isRefused: true }];
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
    return (
      await store.stored(sampler.sample(concreteEntity(sampler.model, field.ref.entity), { where: field.ref.where }))
    )[field.ref.by];
  if (field.optionList === undefined) return sampler.draw(field);
  const { name, optionLists } = Object.values(sampler.model.entities).find((one) => one.optionLists)!;
  return (
    await store.stored(
      sampler.sample(name, {
        fields: 'required',
        fixed: { [optionLists!.list]: field.optionList, [optionLists!.active]: 'Y' },
      }),
    )
  )[optionLists!.code];
}

/** A field of an entity by its name. */
export const fieldNamed = ({ fields }: Entity, name: string): Field => fields.find((field) => field.name === name)!;

/** Whether `x-normalize`, not the field kind, converts a field to capitals. */
export const isFolded = (field: Field): boolean =>
  isWritable(field) &&
  field.normalize.includes('upper') &&
  KINDS[field.kind].normalise('a', { ...field, normalize: [] }) !== 'A';
