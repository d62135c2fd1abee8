import { ruleName } from '../../../generator/compile/names.ts';
import { TOO_MANY_ROWS, type MaxRows } from '../../../generator/keywords/maxRows.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Json } from '../../http/server.ts';
import type { Sample } from '../sample.ts';
import type { Deed, DeedGround } from '../deeds/deed.ts';
import { create, freshBody, takeAway, withRecord } from '../deeds/record.ts';
import { beside } from '../wish.ts';
import type { ConformanceKeyword } from './keyword.ts';

/** Higher limits take too many rows to reach. */
const MAX_TRIED = 20;

const nameOf = ({ id }: MaxRows): string => `x-maxRows ${id}`;

/** `x-maxRows`: as many rows as the limit are taken, and one more is refused at each field of the rule. */
export const maxRows: ConformanceKeyword = {
  word: 'x-maxRows',
  title: 'limits of rows',
  scenarios: (entity, ground) =>
    (entity.maxRows ?? []).flatMap((rule) => {
      const samples = rule.max > MAX_TRIED ? undefined : samplesOf(entity, rule, ground);
      return samples ? [limitScenario(entity, rule, samples, ground)] : [];
    }),
  mutants: (entity) =>
    (entity.maxRows ?? []).map((rule) => ({
      name: nameOf(rule),
      without: { ...entity, maxRows: entity.maxRows!.filter((one) => one !== rule) },
      triggers: [ruleName(entity, rule.id, 'maxRows')],
    })),
};

/** One row more than the limit, all with the values of the first; undefined where so many are not found. */
function samplesOf(entity: Entity, { by, max, where }: MaxRows, { sampler }: DeedGround): Sample[] | undefined {
  const first = sampler.find(entity.name, { where });
  if (!first || by.some((name) => first.whole[name] == null)) return undefined;
  const others = Array.from({ length: max }, () => sampler.find(entity.name, beside(first, by, { where })));
  return others.includes(undefined) ? undefined : [first, ...(others as Sample[])];
}

function limitScenario(entity: Entity, rule: MaxRows, [first, ...others]: Sample[], ground: DeedGround): Deed {
  const last = others.pop()!;
  return {
    title: `${rule.id}: ${rule.max} rows, then one more`,
    rules: [nameOf(rule)],
    ask: () =>
      withRecord(ground, first!, (row) => {
        const shared = Object.fromEntries(rule.by.map((name) => [name, row[name]]));
        return withRecords(ground, others, shared, () => refusal(ground, entity, rule, last, shared));
      }),
  };
}

/** Creates a record of each sample, then does the work; every record is removed at the end. */
const withRecords = (
  ground: DeedGround,
  [sample, ...others]: readonly Sample[],
  change: Json,
  work: () => Promise<string[]>,
): Promise<string[]> =>
  sample ? withRecord(ground, sample, () => withRecords(ground, others, change, work), { change }) : work();

/** What is wrong with the answer to one row more than the limit. */
async function refusal(
  ground: DeedGround,
  entity: Entity,
  rule: MaxRows,
  sample: Sample,
  change: Json,
): Promise<string[]> {
  const answer = await create(ground, entity, { ...(await freshBody(ground, sample)), ...change });
  if (answer.status === 201) await takeAway(ground, entity, answer.result as Json);
  const key = rule.key ?? TOO_MANY_ROWS;
  const isReported = rule.by.every((name) => answer.errors.some((error) => error.field === name && error.key === key));
  return answer.status === 409 && isReported
    ? []
    : [`row ${rule.max + 1} must be refused with 409 and ${key}, and was answered ${answer.status} ${answer.text}`];
}
