import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Json } from '../../http/server.ts';
import { messagesOf } from '../oracles/api.ts';
import { isWritable } from '../sampler/fields.ts';
import type { Sampler } from '../sampler/sampler.ts';
import {
  sampleFor,
  isFolded,
  fieldDifferences,
  findSamplesTesting,
  type Scenario,
  type ScenarioFixture,
  type OnValue,
} from './scenario.ts';
import { create, freshBody, removeRecord, withRecord } from './record.ts';
import { storeLookups } from './evaluationContext.ts';

/** Calls with a value for each read-only field, which must be refused. */
export function readOnlyScenarios(entity: Entity, fixture: ScenarioFixture): Scenario[] {
  const { sampler, store } = fixture;
  const sample = sampler.sample(entity.name);
  return entity.fields
    .filter((field) => field.readOnly && !isWritable(field))
    .map((field): Scenario => ({
      title: `${field.name} sent by a caller`,
      rules: [`readOnly ${field.name}`],
      async run() {
        const answer = await store.server.call('POST', `/api/${entity.name}`, {
          body: { ...(await store.body(sample)), [field.name]: valueByCaller(field, sampler) },
        });
        if (answer.status === 201) await removeRecord(fixture, entity, answer.result as Json);
        return messagesOf(answer).includes(`${field.name} ${MESSAGE.readOnly}`)
          ? []
          : [`${field.name} was not refused: ${answer.status} ${answer.text}`];
      },
    }));
}

/** The initial state for a state field, as the record may not be editable in another state; else any value. */
const valueByCaller = (field: Field, sampler: Sampler): unknown =>
  field.state ? field.default : field.ref ? '1' : field.optionList === undefined ? sampler.draw(field) : 'X';

/** Texts sent in small letters that are stored in capitals. */
export async function normalizeScenarios(entity: Entity, fixture: ScenarioFixture): Promise<Scenario[]> {
  const folded = entity.fields.filter(isFolded).map(({ name }) => name);
  const found = await findSamplesTesting(folded, fixture.turns, async (turn) => {
    const sample = sampleFor(fixture, entity, turn);
    if (!sample) return undefined;
    const body = await fixture.store.body(sample);
    const tested = folded.filter(
      (name) => JSON.stringify(lowered(body[name]) ?? null) !== JSON.stringify(body[name] ?? null),
    );
    const run = async (onValue?: OnValue): Promise<string[]> => {
      const fresh = await freshBody(fixture, sample);
      return withRecord(
        fixture,
        sample,
        async (row) =>
          fieldDifferences(entity, Object.fromEntries(tested.map((name) => [name, fresh[name]])), row, onValue),
        { change: { ...fresh, ...Object.fromEntries(tested.map((name) => [name, lowered(fresh[name])])) } },
      );
    };
    await storeLookups(fixture, sample);
    // code of the area may refuse the record in capitals as well
    const refused = tested.length === 0 ? [] : await withRecord(fixture, sample, async () => []);
    return {
      tested: refused.length > 0 ? [] : tested,
      refused,
      scenario: { title: `${entity.name} in small letters`, run },
    };
  });
  return found.map(({ tested, scenario, isRefused }) => ({
    ...scenario,
    rules: tested.map((name) => `x-normalize ${name}`),
    ...(isRefused ? { isRefused } : {}),
  }));
}

const lowered = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : Array.isArray(value) ? value.map(lowered) : value;

/** Running numbers: two records in sequence, with a refused one between them. */
export function numberScenarios(entity: Entity, fixture: ScenarioFixture): Scenario[] {
  return entity.fields
    .filter(({ number }) => number !== undefined)
    .map(({ name, number }): Scenario => {
      const [one, other] = [sampleFor(fixture, entity, 0)!, fixture.sampler.sample(entity.name)];
      const form = new RegExp(
        `^${number!.pattern.replaceAll(/\{(yyyy|yy|seq:(\d+))\}/g, (_, token: string, width: string) => (token === 'yyyy' ? '\\d{4}' : token === 'yy' ? '\\d{2}' : `(\\d{${width}})`))}$`,
      );
      const count = (row: Json): number => Number(form.exec(String(row[name]))?.[1] ?? Number.NaN);
      return {
        title: `${entity.name} one after the other: ${name}`,
        rules: [`x-number ${name}`],
        async run(onValue) {
          // store the rows they refer to first, as these may take numbers too
          for (const sample of [one, other]) await fixture.store.body(sample);
          return withRecord(fixture, one, async (first) => {
            await create(fixture, entity, { ...(await freshBody(fixture, other)), noSuchField: 'X' });
            return withRecord(fixture, other, async (second) => {
              onValue?.(name, second[name], second);
              return count(second) === count(first) + 1
                ? []
                : [`${name} must follow ${first[name]} and is ${second[name]}`];
            });
          });
        },
      };
    });
}
