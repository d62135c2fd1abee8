import { KERNEL_FIELDS } from '../../generator/language/kernelFields.ts';
import { MESSAGE } from '../../generator/language/messageKeys.ts';
import { fieldNamesIn } from '../../generator/language/expression/fieldNames.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import type { Unique } from '../../generator/model/rule.ts';
import type { Case, Clash } from './case.ts';
import { inputUniqueRules, serverWrittenFields } from './cases.ts';
import { CONFORMANCE_KEYWORDS } from './keywords/keywords.ts';
import { combined, valuesOf } from './operations/situations.ts';
import { serverWrittenOverlaps } from './overlaps.ts';
import type { Row, Sample } from './sample.ts';
import { isWritable } from './sampler/fields.ts';
import type { Sampler } from './sampler/sampler.ts';
import { withSameFields } from './withSameFields.ts';

/**
 * Cases of rules over server-written values: states, counts, creators. The values that a rule reads are written
 * directly in the database before the rule is tested.
 */
export const serverWrittenCases = (entity: Entity, sampler: Sampler): Case[] =>
  CONFORMANCE_KEYWORDS.flatMap((keyword) => keyword.serverWrittenCases?.(entity, sampler) ?? []);

/** Rows generated to find one to which a unique rule applies once its state is written. */
const MAX_FIRSTS = 20;

/** Pairs for rules between rows over server-written values, such as states and numbers. */
export const serverWrittenClashes = (entity: Entity, sampler: Sampler): Clash[] => [
  ...entity.unique.flatMap((rule) => {
    const isInput = inputUniqueRules(entity).includes(rule);
    if (isInput && !fieldNamesIn(rule.where ?? '', 'self').some((name) => serverWrittenFields(entity).includes(name)))
      return [];
    return serverWrittenUnique(entity, rule, sampler).filter(({ expected }) => !isInput || expected.length === 0);
  }),
  ...entity.noOverlap.flatMap((rule) => serverWrittenOverlaps(entity, rule, sampler)),
];

function serverWrittenUnique(entity: Entity, { id, fields, where, key }: Unique, sampler: Sampler): Clash[] {
  const isInput = (name: string): boolean =>
    entity.fields.some((field) => field.name === name && isWritable(field)) && name !== entity.sequence?.field;
  const found = new Map<boolean, Clash>();
  for (let turn = 0; turn < MAX_FIRSTS && !found.has(true); turn++) {
    const first = sampler.sample(entity.name);
    const own: Row = Object.fromEntries(
      fields
        .filter((name) => !isInput(name))
        .map((name) => [
          name,
          first.full[name] ?? (fieldOf(entity, name).number ? 'T-9' : sampler.draw(fieldOf(entity, name))),
        ]),
    );
    const applies = ({ full }: Sample, at: Row): unknown =>
      where === undefined ? true : sampler.evaluatorOf(entity).test(where, { ...full, ...at });
    const read =
      where === undefined ? [] : fieldNamesIn(where, 'self').filter((name) => !isInput(name) && !(name in own));
    for (const states of combined(
      read.map((name) => [name, valuesOf(fieldOf(entity, name), where!, first.full[name], sampler)]),
    )) {
      const serverValues = { ...own, ...states };
      const isFor = applies(first, serverValues);
      if (typeof isFor !== 'boolean' || found.has(isFor)) continue;
      const second = sampler.find(
        entity.name,
        withSameFields(first, fields.filter(isInput), { mayClash: { rule: id, row: first.full } }),
      );
      if (second && applies(second, serverValues) === isFor)
        found.set(isFor, {
          title: `${id}: the same key${read.length > 0 ? ` where ${printRow(states)}` : ''}`,
          first,
          second,
          copied: fields.filter(isInput),
          expected: isFor ? fields.map((field) => ({ field, key: key ?? MESSAGE.unique })) : [],
          serverValues,
        });
      else if (isFor) break;
    }
  }
  return [...found.values()];
}

const fieldOf = ({ fields }: Entity, name: string): Field =>
  [...fields, ...KERNEL_FIELDS].find((field) => field.name === name)!;

const printRow = (row: Row): string =>
  Object.entries(row)
    .map(([field, value]) => `${field} ${String(value)}`)
    .join(', ');
