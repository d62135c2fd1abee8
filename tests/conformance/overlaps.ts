import { MESSAGE } from '../../generator/language/messageKeys.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { NoOverlap } from '../../generator/model/rule.ts';
import type { Clash } from './case.ts';
import type { Row, Sample } from './sample.ts';
import { shiftDay } from './days.ts';
import { combined, valuesOf } from './operations/places.ts';
import { isWritable, type Sampler } from './sampleRow.ts';
import { beside } from './wish.ts';

/** Later than all other dates that are drawn, so that a period without an end meets nobody else's. */
const FAR_DAYS = ['2060-01-01', '2090-12-31'] as const;
const SPAN_DAYS = 10;
/** A first period may lie where there is no room around it, such as at the edge of its parent's. */
const MOST_FIRSTS = 5;

/** How a second period may lie to one of ten days, day 0 to day 9: its first and its last day, null for no end. */
const PERIODS: [title: string, from: number, to: number | null, meets: boolean][] = [
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
 * Pairs of periods that meet or do not; where the rule is for part of the rows only, a row of the others beside one of
 * these as well.
 */
export function overlapClashes(entity: Entity, rule: NoOverlap, sampler: Sampler): Clash[] {
  const to = entity.fields.find(({ name }) => name === rule.to)!;
  if (to.kind !== 'date') return [];
  const periods = PERIODS.filter(([, , end]) => end !== null || !to.required);
  let most: Clash[] = [];
  for (let turn = 0; turn < MOST_FIRSTS && most.length < periods.length; turn++) {
    const first = firstPeriod(entity, rule, rule.where, sampler);
    const pairs = first ? [...periodsBeside(first, rule, periods, sampler), ...besideOthers(first, rule, sampler)] : [];
    if (pairs.length > most.length) most = pairs;
  }
  return most;
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
  return periods.flatMap(([title, begin, end, meets]): Clash[] => {
    const period = { [from]: shiftDay(start, begin), [to]: end === null ? null : shiftDay(start, end) };
    const second = sampler.find(
      first.entity.name,
      beside(first, by, { where, mayClash: { rule: id, row: first.whole }, fixed: period }),
    );
    return second ? [{ title: `${id}: ${title}`, first, second, copied: by, expected: meets ? blamed(rule) : [] }] : [];
  });
}

/** The fields that a condition asks of and that no caller gives: they are written past the server. */
const keptFieldsOf = ({ fields }: Entity, where: string): string[] =>
  [...new Set([...where.matchAll(/\bself\.(\w+)/g)].map(([, name]) => name!))].filter((name) =>
    fields.some((field) => field.name === name && !isWritable(field)),
  );

/** The same days of two rows of which the rule is for one alone, whichever comes first: both may stand. */
function besideOthers(first: Sample, { id, from, to, by, where }: NoOverlap, sampler: Sampler): Clash[] {
  if (where === undefined || keptFieldsOf(first.entity, where).length > 0) return [];
  const period = { [from]: first.row[from], [to]: first.row[to] };
  const other = sampler.find(
    first.entity.name,
    beside(first, by, { where: `!(${where})`, mayClash: { rule: id, row: first.whole }, fixed: period }),
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

/**
 * Pairs for a rule that is for rows in some states, which the product keeps: two in such a state, and two in another.
 */
export function keptOverlaps(entity: Entity, rule: NoOverlap, sampler: Sampler): Clash[] {
  const { id, by, from, to, where } = rule;
  const asked = where === undefined ? [] : keptFieldsOf(entity, where);
  const first =
    asked.length === 0 || entity.fields.find(({ name }) => name === to)!.kind !== 'date'
      ? undefined
      : firstPeriod(entity, rule, undefined, sampler);
  const second =
    first &&
    sampler.find(
      entity.name,
      beside(first, by, {
        mayClash: { rule: id, row: first.whole },
        fixed: { [from]: first.row[from], [to]: first.row[to] },
      }),
    );
  if (!first || !second) return [];
  const found = new Map<boolean, Clash>();
  for (const past of combined(
    asked.map((name) => [
      name,
      valuesOf(
        entity.fields.find((field) => field.name === name)!,
        where!,
        first.whole[name],
        sampler,
      ),
    ]),
  )) {
    const [one, other] = [first, second].map(({ whole }): unknown =>
      sampler.judgeOf(entity).test(where!, { ...whole, ...past }),
    );
    if (one !== other || typeof one !== 'boolean' || found.has(one)) continue;
    found.set(one, {
      title: `${id}: the same days where ${told(past)}`,
      first,
      second,
      copied: by,
      expected: one ? blamed(rule) : [],
      past,
    });
  }
  return [...found.values()];
}

const told = (row: Row): string =>
  Object.entries(row)
    .map(([field, value]) => `${field} ${String(value)}`)
    .join(', ');
