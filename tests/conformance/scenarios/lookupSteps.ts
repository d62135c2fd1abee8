import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { expressionsOf } from '../../../generator/language/evaluation/lookups.ts';
import type { Lookup } from '../../../generator/model/lookup.ts';
import type { Json } from '../../http/server.ts';
import { isConstraintError, writeColumns } from '../oracles/columns.ts';
import type { Store } from '../oracles/api.ts';
import { shiftDay } from '../days.ts';
import { withFormulae } from '../readByRules.ts';
import type { Row, Sample } from '../sample.ts';
import { isWritable } from '../sampler/fields.ts';
import { save, type ReadFields, type RestorableSteps } from './changeSteps.ts';
import { contextOf, opened, storeLookups } from './evaluationContext.ts';
import { fieldNamed, type ScenarioFixture } from './scenario.ts';

/** A field of a looked-up row that formulas read. */
interface FieldRead {
  lookup: Lookup;
  target: Entity;
  name: string;
  /** the fields of the looked-up row that decide its value */
  inputs: Field[];
  /**
   * own fields to empty, as the result of an overridable formula counts as entered once the formula gives another:
   * those that may change, or, if a required one then has no value, those that read the field
   */
  emptied: Row[];
  /** whether another lookup finds its row by the field */
  isKey: boolean;
}

/**
 * Steps that change the rows that the lookups of a record find. For each field that formulas read: changes it and saves
 * the record; then the same with the original value.
 */
export function lookupSteps(
  fixture: ScenarioFixture,
  sample: Sample,
  { computed, drawn }: ReadFields,
): RestorableSteps {
  const { entities } = fixture.sampler.model;
  const all = sample.entity.lookups.flatMap((lookup) => {
    const target = entities[lookup.entity]!;
    const formulas = computed.filter(({ compute }) => fieldsOf(lookup, compute!.expr).length > 0);
    const emptiedBy = (lookups: readonly Lookup[]): Row =>
      Object.fromEntries(
        computed
          .filter(
            ({ compute }) => compute!.overridable && lookups.some((one) => fieldsOf(one, compute!.expr).length > 0),
          )
          .map(({ name }) => [name, null]),
      );
    const emptied = [[lookup, ...lookupsAfter(lookup, sample.entity.lookups)], [lookup]].map(emptiedBy);
    const names = new Set(formulas.flatMap(({ compute }) => fieldsOf(lookup, compute!.expr)));
    const keys = new Set(
      sample.entity.lookups
        .filter((one) => computed.some(({ compute }) => fieldsOf(one, compute!.expr).length > 0))
        .flatMap((one) => fieldsOf(lookup, expressionsOf(one).join(' '))),
    );
    return [...names.union(keys)].map((name) =>
      stepsOf(
        fixture,
        sample,
        { lookup, target, name, inputs: inputsOf(target, name), emptied, isKey: keys.has(name) },
        drawn,
      ),
    );
  });
  return {
    steps: all.flatMap(({ steps }) => steps),
    async restore() {
      for (const one of all) await one.restore();
    },
  };
}

/** The two steps of one field of a looked-up row. */
function stepsOf(
  fixture: ScenarioFixture,
  sample: Sample,
  { lookup, target, name, inputs, emptied, isKey }: FieldRead,
  drawn: ReadFields['drawn'],
): RestorableSteps {
  const { server } = fixture.store;
  const { entity, parent } = sample;
  // remembered between runs, as a run that fails ends before the second step
  let original: Json | undefined;
  const write = async (change: Row): Promise<boolean> => {
    const values = { ...Object.fromEntries(inputs.map((input) => [input.name, original![input.name]])), ...change };
    return (
      (await opened(fixture.store, parent, target, () => save(server, target, original!['id'], values))) ||
      (inputs.every((input) => input.name === name) && (await writeDirectly(fixture.store, target, original!, values)))
    );
  };
  const saveAgain = async (id: string): Promise<boolean> => {
    for (const change of emptied) if (await save(server, entity, id, change)) return true;
    return false;
  };
  const isChanged = async (): Promise<boolean> =>
    (await server.read(target.name, original!['id']))[name] !== original![name];
  const change = async ({ id }: Json): Promise<boolean> => {
    original ??= (await contextOf(fixture, entity, await server.read(entity.name, id))).lookups?.[lookup.name];
    if (!original) return false;
    for (const input of inputs)
      for (const value of [...neighboursOf(input, original[input.name]), await drawn(input)])
        if ((await write({ [input.name]: value })) && (await isChanged())) {
          // the lookups that it leads to find other rows
          if (isKey) await storeLookups(fixture, sample);
          if (await saveAgain(id)) return true;
        }
    await write({});
    return false;
  };
  const changeBack = async ({ id }: Json): Promise<boolean> =>
    original !== undefined && (await write({})) && saveAgain(id);
  return {
    steps: [change, changeBack],
    async restore() {
      if (original && (await isChanged())) await write({});
    },
  };
}

/**
 * Writes values that no user may change now, as the row is closed or they are immutable.
 *
 * @returns whether the table permits it
 */
async function writeDirectly(store: Store, target: Entity, { id }: Json, values: Row): Promise<boolean> {
  try {
    await writeColumns(store, target, String(id), values);
    return true;
  } catch (error) {
    if (isConstraintError(error)) return false;
    throw error;
  }
}

/** The fields of a lookup that an expression reads. */
const fieldsOf = ({ name }: Lookup, expr: string): string[] =>
  [...expr.matchAll(new RegExp(`\\blookup\\.${name}\\.(\\w+)`, 'g'))].map(([, field]) => field!);

/** The lookups whose keys read the row of a lookup, directly or through one another: they may find another row too. */
function lookupsAfter(lookup: Lookup, lookups: readonly Lookup[]): Lookup[] {
  const next = lookups.filter((one) => one !== lookup && fieldsOf(lookup, expressionsOf(one).join(' ')).length > 0);
  return [...next, ...next.flatMap((one) => lookupsAfter(one, lookups))];
}

/** The fields that decide the value of a field: the field itself, or those that its formula reads. */
function inputsOf(entity: Entity, name: string): Field[] {
  const names = [...withFormulae(entity, `self.${name}`).matchAll(/\bself\.(\w+)/g)].map(([, read]) => read!);
  return [...new Set(names)]
    .map((read) => fieldNamed(entity, read))
    .filter((field) => field !== undefined && isWritable(field) && !field.writeOnce);
}

/** The days before and after a date: a random one seldom lies within the periods that rules require. */
const neighboursOf = ({ kind }: Field, value: unknown): string[] =>
  kind === 'date' && typeof value === 'string' ? [shiftDay(value, -1), shiftDay(value, 1)] : [];
