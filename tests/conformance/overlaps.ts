import { MESSAGE } from '../../generator/language/messageKeys.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { NoOverlap } from '../../generator/model/rule.ts';
import type { Clash } from './case.ts';
import type { Row, Sample } from './sample.ts';
import { shiftDay } from './days.ts';
import { combined, valuesOf } from './operations/situations.ts';
import { isWritable } from './sampler/fields.ts';
import type { Sampler } from './sampler/sampler.ts';
import { withSameFields } from './withSameFields.ts';

/** Later than all other generated dates, so that a period without an end overlaps no other. */
const FAR_DAYS = ['2060-01-01', '2090-12-31'] as const;
const SPAN_DAYS = 10;
/** Attempts for a first period: it may have no room around it, as at the limit of the parent's period. */
const MAX_FIRSTS = 5;

/** Second periods by first and last day, null for no end. The first period has the days 0 to 9. */
const PERIODS: [title: string, from: number, to: number | null, overlaps: boolean][] = [
  ['the last day shared', 9, 20, true],
  ['the first day shared', -5, 0, true],
  ['from the day after', 10, 20, false],
  ['to the day before', -5, -1, false],
  ['inside', 3, 5, true],
  ['around', -5, 20, true],
  ['the same days', 0, 9, true],
  ['crossing the start', -5, 5, true],
  ['open-ended from inside', 5, null, true],
  ['open-ended from before', -5, null, true],
  ['open-ended from the day after', 10, null, false],
];

/**
 * Pairs of periods that overlap or do not; for a rule with a condition, also pairs of which one row does not meet it.
 */
export function overlapClashes(entity: Entity, rule: NoOverlap, sampler: Sampler): Clash[] {
  const to = entity.fields.find(({ name }) => name === rule.to)!;
  if (to.kind !== 'date') return [];
  const periods = PERIODS.filter(([, , end]) => end !== null || !to.required);
  let best: Clash[] = [];
  for (let turn = 0; turn < MAX_FIRSTS && best.length < periods.length; turn++) {
    const first = firstPeriod(entity, rule, rule.where, sampler);
    const pairs = first ? [...periodsBeside(first, rule, periods, sampler), ...besideOthers(first, rule, sampler)] : [];
    if (pairs.length > best.length) best = pairs;
  }
  return best;
}

const firstPeriod = (
  entity: Entity,
  rule: NoOverlap,
  where: string | undefined,
  sampler: Sampler,
): Sample | undefined =>
  sampler.find(entity.name, {
    where,
    ...(entity.parents.length === 0 ? { within: FAR_DAYS } : {}),
    adjust: (row) =>
      row[rule.from] == null ? undefined : { ...row, [rule.to]: shiftDay(String(row[rule.from]), SPAN_DAYS - 1) },
  });

const blamed = ({ from, to, key }: NoOverlap) => [from, to].map((field) => ({ field, key: key ?? MESSAGE.overlap }));

function periodsBeside(first: Sample, rule: NoOverlap, periods: typeof PERIODS, sampler: Sampler): Clash[] {
  const { id, from, to, by, where } = rule;
  const start = String(first.row[from]);
  return periods.flatMap(([title, begin, end, overlaps]): Clash[] => {
    const period = { [from]: shiftDay(start, begin), [to]: end === null ? null : shiftDay(start, end) };
    const second = sampler.find(
      first.entity.name,
      withSameFields(first, by, { where, mayClash: { rule: id, row: first.full }, fixed: period }),
    );
    return second
      ? [{ title: `${id}: ${title}`, first, second, copied: by, expected: overlaps ? blamed(rule) : [] }]
      : [];
  });
}

/** The server-written fields that a condition reads. */
const serverWrittenFieldsIn = ({ fields }: Entity, where: string): string[] =>
  [...new Set([...where.matchAll(/\bself\.(\w+)/g)].map(([, name]) => name!))].filter((name) =>
    fields.some((field) => field.name === name && !isWritable(field)),
  );

/** Two rows with the same days of which the rule applies to only one, in both orders: both may exist. */
function besideOthers(first: Sample, { id, from, to, by, where }: NoOverlap, sampler: Sampler): Clash[] {
  if (where === undefined || serverWrittenFieldsIn(first.entity, where).length > 0) return [];
  const period = { [from]: first.row[from], [to]: first.row[to] };
  const other = sampler.find(
    first.entity.name,
    withSameFields(first, by, { where: `!(${where})`, mayClash: { rule: id, row: first.full }, fixed: period }),
  );
  if (!other) return [];
  return [
    {
      title: `${id}: the same days as one to which the rule does not apply`,
      first: other,
      second: first,
      copied: by,
      expected: [],
    },
    { title: `${id}: the same days where the rule does not apply`, first, second: other, copied: by, expected: [] },
  ];
}

/** Pairs for a rule that applies to rows in some server-written states: two in such a state, and two in another. */
export function serverWrittenOverlaps(entity: Entity, rule: NoOverlap, sampler: Sampler): Clash[] {
  const { id, by, from, to, where } = rule;
  const read = where === undefined ? [] : serverWrittenFieldsIn(entity, where);
  const first =
    read.length === 0 || entity.fields.find(({ name }) => name === to)!.kind !== 'date'
      ? undefined
      : firstPeriod(entity, rule, undefined, sampler);
  const second =
    first &&
    sampler.find(
      entity.name,
      withSameFields(first, by, {
        mayClash: { rule: id, row: first.full },
        fixed: { [from]: first.row[from], [to]: first.row[to] },
      }),
    );
  if (!first || !second) return [];
  const found = new Map<boolean, Clash>();
  for (const serverValues of combined(
    read.map((name) => [
      name,
      valuesOf(
        entity.fields.find((field) => field.name === name)!,
        where!,
        first.full[name],
        sampler,
      ),
    ]),
  )) {
    const [one, other] = [first, second].map(({ full }): unknown =>
      sampler.evaluatorOf(entity).test(where!, { ...full, ...serverValues }),
    );
    if (one !== other || typeof one !== 'boolean' || found.has(one)) continue;
    found.set(one, {
      title: `${id}: the same days where ${printRow(serverValues)}`,
      first,
      second,
      copied: by,
      expected: one ? blamed(rule) : [],
      serverValues,
    });
  }
  return [...found.values()];
}

const printRow = (row: Row): string =>
  Object.entries(row)
    .map(([field, value]) => `${field} ${String(value)}`)
    .join(', ');
