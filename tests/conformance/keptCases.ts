import { MESSAGE } from '../../generator/language/messageKeys.ts';
import { KERNEL_FIELDS } from '../../generator/language/kernelFields.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import type { Order, Rule, Unique } from '../../generator/model/rule.ts';
import { breaksOnly } from './breaksOnly.ts';
import { isChangeable } from './changeable.ts';
import { distinctRules, isKeptByProduct, keptByProduct, likening } from './cases.ts';
import type { Case, Clash } from './case.ts';
import type { Row, Sample } from './sample.ts';
import { linkValue, openedBy } from './neededRows.ts';
import { keptOverlaps } from './overlaps.ts';
import { asksForTotal } from './readByRules.ts';
import { combined, valuesOf } from './operations/places.ts';
import { isWritable, type Sampler } from './sampleRow.ts';
import { beside } from './wish.ts';

/**
 * Cases of rows about which the product, and no caller, keeps something: their state, what became of them, who made
 * them. What a rule asks of that is written past the server, and then the rule is tried.
 */
export const keptCases = (entity: Entity, sampler: Sampler): Case[] => [
  ...entity.order
    .filter(({ from, to }) => [from, to].some((name) => keptByProduct(entity).includes(name)))
    .flatMap((order) => orderOfKept(entity, order, sampler)),
  ...entity.rules.flatMap((rule) => [
    ...ruleOnChange(entity, rule, sampler),
    ...ruleBelow(entity, rule, sampler),
    ...ruleOfLookedUp(entity, rule, sampler),
  ]),
];

/** So many ways of keeping what a rule asks for are tried. */
const MOST_WAYS = 3;
/** So many values are drawn for one that breaks a rule and none beside it. */
const MOST_VALUES = 20;
/** So many states of a row that is looked up are tried. */
const MOST_COMBINED = 40;
/** So many rows are drawn for one to which a unique rule applies once its state is written. */
const MOST_FIRSTS = 20;

/** An amount that the product counts, beyond what it may come to. */
function orderOfKept(entity: Entity, order: Order, sampler: Sampler): Case[] {
  const [from, to] = [order.from, order.to].map((name) => entity.fields.find((field) => field.name === name)!) as [
    Field,
    Field,
  ];
  const expected = [{ field: to.name, key: order.key ?? MESSAGE.order }];
  for (let turn = 0; turn < MOST_WAYS; turn++) {
    const sample = sampler.sample(entity.name);
    const kept = keptByProduct(entity).includes(from.name) ? from : to;
    for (const value of valuesOf(
      kept,
      String(sample.whole[(kept === from ? to : from).name] ?? ''),
      sample.whole[kept.name],
      sampler,
    )) {
      const violations = sampler
        .judgeOf(entity)
        .judge({ ...sample.whole, [kept.name]: value }, sampler.context(sample));
      if (breaksOnly(order, expected)(violations))
        return [
          { title: `${order.id}: ${kept.name} beyond`, sample, change: { [kept.name]: value }, expected, past: true },
        ];
    }
  }
  return [];
}

/**
 * A change of a row that stands as a rule asks: one that keeps to the rule is every other test's, one that breaks it is
 * this.
 */
function ruleOnChange(entity: Entity, rule: Rule, sampler: Sampler): Case[] {
  const text = `${rule.when ?? ''} ${rule.assert}`;
  if (!/\bold\./.test(text)) return [];
  const read = namesIn(text, 'old').filter(
    (name) =>
      KERNEL_FIELDS.some((field) => field.name === name && name !== 'id') ||
      entity.fields.some((field) => field.name === name && (field.state || isKeptByProduct(field))),
  );
  const counted =
    read.length > 0 ? read : namesIn(rule.when ?? '', 'self').filter((name) => keptByProduct(entity).includes(name));
  if (counted.length === 0 && !rule.immutable) return [];
  const judge = sampler.judgeOf(entity);
  // what a row need not be changed for is there from the first
  const condition = (rule.when ?? '').replace(/^has\(old\.id\) && /, '');
  const ofParts =
    rule.immutable && /\bchildren\./.test(condition) && !/\b(self|old)\./.test(condition) ? condition : undefined;
  for (let turn = 0, ways = 0; turn < (rule.immutable ? MOST_FIRSTS : MOST_WAYS); turn++) {
    const drawn =
      (ofParts === undefined ? undefined : sampler.find(entity.name, { where: ofParts })) ??
      sampler.sample(entity.name);
    for (const opened of combined(
      counted.map((name) => [name, valuesOf(fieldOf(entity, name), text, drawn.whole[name], sampler)]),
    )) {
      const old: Sample = { ...drawn, whole: { ...drawn.whole, ...opened }, opened };
      const around = sampler.context(old, old.whole);
      if (
        rule.when !== undefined &&
        !rule.immutable &&
        !asksForChange(rule.when) &&
        judge.test(rule.when, old.whole, around) !== true
      )
        continue;
      if (judge.judge(old.whole, around).length > 0) continue;
      if (!rule.immutable && ++ways > MOST_WAYS) return [];
      const cases = changesAgainst(entity, rule, old, sampler);
      if (cases.length > 0)
        return cases.map((one) => ({
          ...one,
          title: `${one.title}${counted.length === 0 ? '' : ` where ${told(opened)}`}`,
        }));
    }
  }
  return [];
}

/** Whether a condition asks that a field be another than before. */
const asksForChange = (when: string): boolean => /\bself\.(\w+) != old\.\1\b/.test(when);

/** Changes of a row that break a rule: of what has to stay, each field by itself; else of all that can be. */
function changesAgainst(entity: Entity, rule: Rule, old: Sample, sampler: Sampler): Case[] {
  if (!rule.immutable) {
    const text = `${rule.when ?? ''} ${rule.assert}`;
    const sample = sampler.find(entity.name, {
      fields: 'some',
      old,
      ...(old.parent ? { parent: old.parent } : {}),
      adjust: likening(entity, text),
      accepts: breaksOnly(rule, complaintsOf(rule)),
    });
    if (sample) return [{ title: `${rule.id} broken`, sample, change: {}, expected: complaintsOf(rule), old }];
  }
  const judge = sampler.judgeOf(entity);
  const around = sampler.context(old, old.whole);
  // where another row is looked up by it, more may be amiss than the rule says
  const finds = (name: string): boolean =>
    entity.lookups.some(({ by }) => by.some(({ expr }) => new RegExp(`\\bself\\.${name}\\b`).test(expr)));
  const changes = rule.at
    .map((name) => fieldOf(entity, name))
    .filter((field) => isChangeable(old, field) && !(field.ref && finds(field.name)))
    .flatMap((field): Case[] => {
      const expected = complaintsOf(rule).filter((complaint) => !rule.immutable || complaint.field === field.name);
      const isLink = field.ref !== undefined || field.optionList !== undefined;
      const values = [
        ...Array.from({ length: MOST_VALUES }, () => (isLink ? sampler.standIn(field) : sampler.draw(field))),
        null,
      ];
      const value = values.find((one) =>
        breaksOnly(rule, expected)(judge.judge(judge.compute({ ...old.whole, [field.name]: one }, around), around)),
      );
      return value === undefined
        ? []
        : [
            {
              title: `${rule.id} broken by ${field.name}`,
              sample: { ...old, row: {}, links: [], children: {} },
              old,
              change: { [field.name]: value },
              expected,
            },
          ];
    });
  return rule.immutable ? changes : changes.slice(0, 1);
}

/** A row below a whole that stands as a rule asks, or whose parts total what it asks. */
function ruleBelow(entity: Entity, rule: Rule, sampler: Sampler): Case[] {
  const text = `${rule.when ?? ''} ${rule.assert}`;
  const ofTotal = asksForTotal(sampler.model, entity, text);
  const whole = /\bparent\./.test(text) ? sampler.wholeWith(entity, {}) : undefined;
  const states = whole
    ? namesIn(text, 'parent').filter((name) => whole.entity.fields.some((field) => field.name === name && field.state))
    : [];
  if (!whole || (states.length === 0 && !ofTotal)) return [];
  const expected = complaintsOf(rule);
  let ways = 0;
  for (const values of combined(
    states.map((name) => [name, valuesOf(fieldOf(whole.entity, name), text, whole.whole[name], sampler)]),
  )) {
    const opened = { ...openedBy(whole.entity, entity), ...values };
    const parent: Sample = { ...whole, whole: { ...whole.whole, ...opened }, opened };
    if (rule.when !== undefined && sampler.judgeOf(entity).test(rule.when, {}, { parent: parent.whole }) === false)
      continue;
    if (++ways > MOST_WAYS) return [];
    const sample = sampler.find(entity.name, { parent, accepts: breaksOnly(rule, expected) });
    if (sample)
      return [
        {
          title: `${rule.id} broken below ${states.length === 0 ? 'a whole with parts' : told(values)}`,
          sample,
          change: {},
          expected,
        },
      ];
  }
  return [];
}

/** A row that refers to one which stands as a rule asks. */
function ruleOfLookedUp(entity: Entity, rule: Rule, sampler: Sampler): Case[] {
  const text = `${rule.when ?? ''} ${rule.assert}`;
  const expected = complaintsOf(rule);
  return entity.lookups.flatMap((lookup): Case[] => {
    const target = sampler.model.entities[lookup.entity]!;
    const states = [...text.matchAll(new RegExp(`\\blookup\\.${lookup.name}\\.(\\w+)`, 'g'))]
      .map(([, name]) => name!)
      .filter((name) =>
        target.fields.some(
          (field) =>
            field.name === name && (field.state || (isWritable(field) && (field.options || field.kind === 'yesNo'))),
        ),
      );
    const drawn = states.length === 0 ? undefined : sampler.find(entity.name, { fields: 'all' });
    const link = drawn?.links.find(({ field }) => lookup.by.some(({ expr }) => expr === `self.${field}`));
    if (!drawn || !link) return [];
    const before = link.targets[0]!;
    let ways = 0;
    for (const values of combined(
      [...new Set(states)].map((name) => [name, valuesOf(fieldOf(target, name), text, before.whole[name], sampler)]),
    )) {
      if (++ways > MOST_COMBINED) return [];
      const [opened, fixed] = [true, false].map((isKept): Row =>
        Object.fromEntries(Object.entries(values).filter(([name]) => Boolean(fieldOf(target, name).state) === isKept)),
      ) as [Row, Row];
      // one of its own, since other rows may not refer to it as it is brought to be
      const fresh =
        sampler
          .judgeOf(entity)
          .test(rule.assert, drawn.whole, {
            ...sampler.context(drawn),
            lookups: { [lookup.name]: { ...before.whole, ...values } },
          }) === false
          ? sampler.find(before.entity.name, { fields: 'all', fixed })
          : undefined;
      if (!fresh) continue;
      const there: Sample = { ...fresh, whole: { ...fresh.whole, ...opened }, opened };
      const own = { ...link, targets: [there] };
      const match = Object.entries(fieldOf(entity, link.field).ref?.match ?? {});
      const row = {
        ...drawn.row,
        [link.field]: linkValue(own),
        ...Object.fromEntries(match.map(([name, above]) => [name, there.whole[above]])),
      };
      const links = drawn.links
        .filter(({ field }) => !match.some(([name]) => name === field))
        .map((one) => (one === link ? own : one));
      const sample: Sample = { ...drawn, row, links, lookups: { ...drawn.lookups, [lookup.name]: there } };
      const judge = sampler.judgeOf(entity);
      const whole = judge.compute(row, sampler.context(sample));
      if (breaksOnly(rule, expected)(judge.judge(whole, sampler.context(sample))))
        return [
          {
            title: `${rule.id} broken where ${lookup.name} has ${told(values)}`,
            sample: { ...sample, whole: { ...drawn.whole, ...whole } },
            change: {},
            expected,
          },
        ];
    }
    return [];
  });
}

/** Pairs of rows for the rules between rows over what the product writes: states, numbers, what it keeps. */
export const keptClashes = (entity: Entity, sampler: Sampler): Clash[] => [
  ...entity.unique.flatMap((rule) => {
    const isGiven = distinctRules(entity).includes(rule);
    if (isGiven && !namesIn(rule.where ?? '', 'self').some((name) => keptByProduct(entity).includes(name))) return [];
    return clashOfKept(entity, rule, sampler).filter(({ expected }) => !isGiven || expected.length === 0);
  }),
  ...entity.noOverlap.flatMap((rule) => keptOverlaps(entity, rule, sampler)),
];

function clashOfKept(entity: Entity, { id, fields, where, key }: Unique, sampler: Sampler): Clash[] {
  const isGiven = (name: string): boolean =>
    entity.fields.some((field) => field.name === name && isWritable(field)) && name !== entity.sequence?.field;
  const found = new Map<boolean, Clash>();
  for (let turn = 0; turn < MOST_FIRSTS && !found.has(true); turn++) {
    const first = sampler.sample(entity.name);
    const own: Row = Object.fromEntries(
      fields
        .filter((name) => !isGiven(name))
        .map((name) => [
          name,
          first.whole[name] ?? (fieldOf(entity, name).number ? 'T-9' : sampler.draw(fieldOf(entity, name))),
        ]),
    );
    const applies = ({ whole }: Sample, at: Row): unknown =>
      where === undefined ? true : sampler.judgeOf(entity).test(where, { ...whole, ...at });
    const asked = where === undefined ? [] : namesIn(where, 'self').filter((name) => !isGiven(name) && !(name in own));
    for (const states of combined(
      asked.map((name) => [name, valuesOf(fieldOf(entity, name), where!, first.whole[name], sampler)]),
    )) {
      const past = { ...own, ...states };
      const isFor = applies(first, past);
      if (typeof isFor !== 'boolean' || found.has(isFor)) continue;
      const second = sampler.find(
        entity.name,
        beside(first, fields.filter(isGiven), { mayClash: { rule: id, row: first.whole } }),
      );
      if (second && applies(second, past) === isFor)
        found.set(isFor, {
          title: `${id}: the same key${asked.length > 0 ? ` where ${told(states)}` : ''}`,
          first,
          second,
          copied: fields.filter(isGiven),
          expected: isFor ? fields.map((field) => ({ field, key: key ?? MESSAGE.unique })) : [],
          past,
        });
      else if (isFor) break;
    }
  }
  return [...found.values()];
}

const complaintsOf = ({ at, key, level, immutable }: Rule) =>
  at.map((field) => ({
    field,
    key: key ?? (immutable ? MESSAGE.readOnly : level === 'warning' ? MESSAGE.ruleWarning : MESSAGE.rule),
    ...(level === 'warning' ? { level } : {}),
  }));

const namesIn = (text: string, of: string): string[] => [
  ...new Set([...text.matchAll(new RegExp(`\\b${of}\\.(\\w+)`, 'g'))].map(([, name]) => name!)),
];

const fieldOf = ({ fields }: Entity, name: string): Field =>
  [...fields, ...KERNEL_FIELDS].find((field) => field.name === name)!;

const told = (row: Row): string =>
  Object.entries(row)
    .map(([field, value]) => `${field} ${String(value)}`)
    .join(', ');
