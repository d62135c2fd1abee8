import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { KeywordRule, Order } from '../../../generator/model/rule.ts';
import { breaksOnly } from '../breaksOnly.ts';
import type { Case } from '../case.ts';
import { isServerWritten } from '../cases.ts';
import { allMessagesOf, caseIfFound } from '../caseIfFound.ts';
import { valuesOf } from '../operations/situations.ts';
import { expectedMessagesOf, rowRules } from '../rowRules.ts';
import type { Row } from '../sample.ts';
import type { Sampler } from '../sampler/sampler.ts';
import { valueBefore } from '../valueBefore.ts';
import type { ConformanceKeyword } from './keyword.ts';

/** Rows generated to find one with a server-written amount beyond its limit. */
const MAX_SAMPLES = 3;

/** `x-order`: start and end equal, and in the wrong order. */
export const order: ConformanceKeyword = {
  word: 'x-order',
  // if the end is computed, it may never be before the start
  mayBeUncovered: true,
  cases: (entity, sampler) =>
    ordersOf(entity)
      .filter(({ isOfServer }) => !isOfServer)
      .flatMap(({ order: one, rule }) => orderCases(entity, one, rule, sampler)),
  serverWrittenCases: (entity, sampler) =>
    ordersOf(entity)
      .filter(({ isOfServer }) => isOfServer)
      .flatMap(({ order: one, rule }) => serverWrittenOrder(entity, one, rule, sampler)),
  valuesAgainst(entity, rule, name, row) {
    const { from, to } = entity.order.find(({ id }) => id === rule.id)!;
    return name === to && row[from] != null ? [valueBefore(fieldOf(entity, from), row[from])] : [];
  },
};

/** The orders of an entity; `isOfServer` if a value is never generated, because the server writes it. */
const ordersOf = (entity: Entity): { order: Order; rule: KeywordRule; isOfServer: boolean }[] =>
  entity.order.map((one) => ({
    order: one,
    rule: rowRules(entity).find(({ id }) => id === one.id)!,
    isOfServer: [one.from, one.to].some((name) => isServerWritten(fieldOf(entity, name))),
  }));

const fieldOf = ({ fields }: Entity, name: string): Field => fields.find((field) => field.name === name)!;

/** Start and end equal, and in the wrong order. */
function orderCases(entity: Entity, order: Order, rule: KeywordRule, sampler: Sampler): Case[] {
  const [from, to] = [order.from, order.to].map((name) => entity.fields.find((field) => field.name === name)!) as [
    Field,
    Field,
  ];
  const messages = expectedMessagesOf(rule);
  const reversed = (row: Row): Row | undefined =>
    row[from.name] == null ? undefined : { ...row, [to.name]: valueBefore(from, row[from.name]) };
  const equal = sampler.find(entity.name, {
    adjust: (row) => (row[from.name] == null ? undefined : { ...row, [to.name]: row[from.name] }),
  });
  const wrong =
    sampler.find(entity.name, { adjust: reversed, accepts: breaksOnly(rule, messages) }) ??
    // values computed from start and end may be invalid too, and no child fits into the period
    sampler.find(entity.name, {
      fields: 'required',
      adjust: reversed,
      accepts: (violations) => violations.some((one) => one.rule === order.id),
    });
  return [
    ...caseIfFound(`${order.id} kept: ${from.name} and ${to.name} equal`, equal, []),
    ...caseIfFound(
      `${order.id} broken: ${to.name} before ${from.name}`,
      wrong,
      wrong ? allMessagesOf(wrong, sampler) : [],
    ),
  ];
}

/** A server-written amount beyond its limit. */
function serverWrittenOrder(entity: Entity, order: Order, rule: KeywordRule, sampler: Sampler): Case[] {
  const [from, to] = [order.from, order.to].map((name) => entity.fields.find((field) => field.name === name)!) as [
    Field,
    Field,
  ];
  const expected = expectedMessagesOf(rule);
  for (let turn = 0; turn < MAX_SAMPLES; turn++) {
    const sample = sampler.sample(entity.name);
    const serverField = isServerWritten(from) ? from : to;
    for (const value of valuesOf(
      serverField,
      String(sample.full[(serverField === from ? to : from).name] ?? ''),
      sample.full[serverField.name],
      sampler,
    )) {
      const violations = sampler
        .evaluatorOf(entity)
        .validate({ ...sample.full, [serverField.name]: value }, sampler.context(sample));
      if (breaksOnly(rule, expected)(violations))
        return [
          {
            title: `${order.id} broken: ${serverField.name} beyond its limit`,
            sample,
            change: { [serverField.name]: value },
            expected,
            isDatabaseOnly: true,
          },
        ];
    }
  }
  return [];
}
