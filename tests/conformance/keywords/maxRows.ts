import { ruleName } from '../../../generator/compile/names.ts';
import { TOO_MANY_ROWS, type MaxRows } from '../../../generator/keywords/maxRows.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Json } from '../../http/server.ts';
import type { Sample } from '../sample.ts';
import type { Scenario, ScenarioFixture, ScenarioMutant } from '../scenarios/scenario.ts';
import { create, freshBody, removeRecord, withRecord } from '../scenarios/record.ts';
import { withSameFields } from '../withSameFields.ts';
import type { ConformanceKeyword } from './keyword.ts';

/** Rules with a higher limit are not tested. */
const MAX_TRIED = 20;

const nameOf = ({ id }: MaxRows): string => `x-maxRows ${id}`;

/** `x-maxRows`: rows up to the limit are accepted, and one more is refused at each field of the rule. */
export const maxRows: ConformanceKeyword = {
  word: 'x-maxRows',
  title: 'limits of rows',
  scenarios: (entity, fixture) =>
    (entity.maxRows ?? []).flatMap((rule) => {
      const samples = rule.max > MAX_TRIED ? undefined : samplesOf(entity, rule, fixture);
      return samples ? [limitScenario(entity, rule, samples, fixture)] : [];
    }),
  mutants: (entity) =>
    (entity.maxRows ?? []).map((rule): ScenarioMutant => ({
      name: nameOf(rule),
      without: { ...entity, maxRows: entity.maxRows!.filter((one) => one !== rule) },
      guards: [ruleName(entity, rule.id, 'maxRows')],
    })),
};

/** One row more than the limit, all with the values of the first; undefined if not enough rows are found. */
function samplesOf(
  entity: Entity,
  { id, by, max, where }: MaxRows,
  { sampler }: ScenarioFixture,
): Sample[] | undefined {
  const first = sampler.find(entity.name, { where });
  if (!first || by.some((name) => first.full[name] == null)) return undefined;
  // one row more than the rule permits
  const mayClash = { rule: id, row: first.full };
  const others = Array.from({ length: max }, () =>
    sampler.find(entity.name, withSameFields(first, by, { where, mayClash })),
  );
  return others.includes(undefined) ? undefined : [first, ...(others as Sample[])];
}

function limitScenario(
  entity: Entity,
  rule: MaxRows,
  [first, ...others]: Sample[],
  fixture: ScenarioFixture,
): Scenario {
  const last = others.pop()!;
  return {
    title: `${rule.id}: ${rule.max} rows, then one more`,
    rules: [nameOf(rule)],
    run: () =>
      withRecord(fixture, first!, (row) => {
        const shared = Object.fromEntries(rule.by.map((name) => [name, row[name]]));
        return withRecords(fixture, others, shared, () => refusal(fixture, entity, rule, last, shared));
      }),
  };
}

/** Creates a record of each sample, then does the work; every record is removed at the end. */
const withRecords = (
  fixture: ScenarioFixture,
  [sample, ...others]: readonly Sample[],
  change: Json,
  work: () => Promise<string[]>,
): Promise<string[]> =>
  sample ? withRecord(fixture, sample, () => withRecords(fixture, others, change, work), { change }) : work();

/** Checks that a row above the limit is refused. @returns the difference */
async function refusal(
  fixture: ScenarioFixture,
  entity: Entity,
  rule: MaxRows,
  sample: Sample,
  change: Json,
): Promise<string[]> {
  const answer = await create(fixture, entity, { ...(await freshBody(fixture, sample)), ...change });
  if (answer.status === 201) await removeRecord(fixture, entity, answer.result as Json);
  const key = rule.key ?? TOO_MANY_ROWS;
  const isReported = rule.by.every((name) => answer.errors.some((error) => error.field === name && error.key === key));
  return answer.status === 409 && isReported
    ? []
    : [`row ${rule.max + 1} must be refused with 409 and ${key}, and was answered ${answer.status} ${answer.text}`];
}
