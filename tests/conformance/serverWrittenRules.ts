import { fieldNamesIn } from '../../generator/language/expression/fieldNames.ts';
import { childName } from '../../generator/language/expression/scope.ts';
import { KERNEL_FIELDS } from '../../generator/language/kernelFields.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import type { KeywordRule, Rule } from '../../generator/model/rule.ts';
import { breaksOnly } from './breaksOnly.ts';
import type { Case, ExpectedMessage } from './case.ts';
import { caseIfFound } from './caseIfFound.ts';
import { isServerWritten, serverWrittenFields } from './cases.ts';
import { isChangeable } from './changeable.ts';
import { equalValues } from './equalValues.ts';
import { writtenChildren } from './limits.ts';
import { allConditions, linkValue, statesForChildren } from './neededRows.ts';
import { isComparedWithParent } from './lookedUpTargets.ts';
import { combined, valuesOf } from './operations/situations.ts';
import { readsParentTotal } from './readByRules.ts';
import { expectedMessagesOf, rowRules } from './rowRules.ts';
import { serverLinksOf, valuesWithLinks } from './serverLinks.ts';
import { requiredParent } from './requiredParent.ts';
import type { Row, Sample, SampleOptions } from './sample.ts';
import { isWritable } from './sampler/fields.ts';
import type { Sampler } from './sampler/sampler.ts';

/** Limit of attempts to find values that a rule reads. */
const MAX_ATTEMPTS = 3;
/** Values generated to find one that breaks only the rule. */
const MAX_VALUES = 20;
/** Limit of states of a looked-up row. */
const MAX_COMBINED = 40;
/** Rows generated to find one with a changeable immutable field. */
const MAX_FIRSTS = 20;

/**
 * Cases of a rule that reads server-written values: of the stored row, of its parent, or of a looked-up row.
 */
export const serverWrittenRule = (entity: Entity, rule: Rule, sampler: Sampler): Case[] => [
  ...casesOnChange(entity, rule, sampler),
  ...casesBelowParent(entity, rule, sampler),
  ...casesOfLookedUpRow(entity, rule, sampler),
];

const described = (entity: Entity, { id }: Rule): KeywordRule => rowRules(entity).find((rule) => rule.id === id)!;

/** Changes that break a rule for rows in certain states. */
function casesOnChange(entity: Entity, rule: Rule, sampler: Sampler): Case[] {
  const text = `${rule.when ?? ''} ${rule.assert}`;
  if (!/\bold\./.test(text)) return [];
  const read = fieldNamesIn(text, 'old').filter(
    (name) =>
      KERNEL_FIELDS.some((field) => field.name === name && name !== 'id') ||
      entity.fields.some((field) => field.name === name && (field.state || isServerWritten(field))),
  );
  const stateFields =
    read.length > 0
      ? read
      : fieldNamesIn(rule.when ?? '', 'self').filter((name) => serverWrittenFields(entity).includes(name));
  if (stateFields.length === 0 && !rule.immutable) return [];
  const evaluator = sampler.evaluatorOf(entity);
  // the condition holds for new rows as well
  const condition = (rule.when ?? '').replace(/^has\(old\.id\) && /, '');
  const ofChildren =
    rule.immutable && /\bchildren\./.test(condition) && !/\b(self|old)\./.test(condition) ? condition : undefined;
  // a long search for nothing
  if (ofChildren !== undefined && needsLaterChildren(entity, ofChildren, sampler)) return [];
  for (let turn = 0, attempts = 0; turn < (rule.immutable ? MAX_FIRSTS : MAX_ATTEMPTS); turn++) {
    const drawn =
      (ofChildren === undefined ? undefined : sampler.find(entity.name, { where: ofChildren })) ??
      sampler.sample(entity.name);
    const laterLinks = serverLinksOf(
      drawn,
      stateFields.map((name) => fieldOf(entity, name)),
      sampler,
    );
    for (const laterStates of combined(
      stateFields.map((name) => [
        name,
        valuesWithLinks(name, valuesOf(fieldOf(entity, name), text, drawn.full[name], sampler), laterLinks),
      ]),
    )) {
      const old: Sample = { ...drawn, full: { ...drawn.full, ...laterStates }, laterStates, laterLinks };
      const context = sampler.context(old, old.full);
      if (
        rule.when !== undefined &&
        !rule.immutable &&
        !requiresChange(rule.when) &&
        evaluator.test(rule.when, old.full, context) !== true
      )
        continue;
      if (evaluator.validate(old.full, context).length > 0) continue;
      if (!rule.immutable && ++attempts > MAX_ATTEMPTS) return [];
      const cases = changesAgainst(entity, rule, old, sampler);
      if (cases.length > 0)
        return cases.map((one) => ({
          ...one,
          title: `${one.title}${stateFields.length === 0 ? '' : ` where ${printRow(laterStates)}`}`,
        }));
    }
  }
  return [];
}

/** Whether a condition requires children that no new row contains. */
const needsLaterChildren = (entity: Entity, condition: string, { model }: Sampler): boolean => {
  const written = writtenChildren(model, entity).map((child) => childName(child.entity));
  return [...condition.matchAll(/\bchildren\.(\w+)\.(?:exists\(|size\(\) > 0)/g)].some(
    ([, name]) => !written.includes(name!),
  );
};

/** Whether a condition requires that a field changes. */
const requiresChange = (when: string): boolean => /\bself\.(\w+) != old\.\1\b/.test(when);

/** Changes of a row that break a rule: each immutable field by itself, or one change of all writable fields. */
function changesAgainst(entity: Entity, rule: Rule, old: Sample, sampler: Sampler): Case[] {
  if (!rule.immutable) {
    const text = `${rule.when ?? ''} ${rule.assert}`;
    const sample = sampler.find(entity.name, {
      fields: 'some',
      old,
      ...(old.parent ? { parent: old.parent } : {}),
      adjust: equalValues(entity, text),
      accepts: breaksOnly(rule, expectedMessagesOf(described(entity, rule))),
    });
    if (sample)
      return [
        { title: `${rule.id} broken`, sample, change: {}, expected: expectedMessagesOf(described(entity, rule)), old },
      ];
  }
  const evaluator = sampler.evaluatorOf(entity);
  const context = sampler.context(old, old.full);
  // if the field is the key of a lookup, or the day of one, other rules may be broken as well
  const finds = ({ name, ref }: Field): boolean =>
    entity.lookups.some(({ by, latest }) =>
      [...(ref ? by.map(({ expr }) => expr) : []), latest?.upTo ?? ''].some((expr) =>
        new RegExp(`\\bself\\.${name}\\b`).test(expr),
      ),
    );
  const changes = rule.at
    .map((name) => fieldOf(entity, name))
    .filter((field) => isChangeable(old, field) && (!finds(field) || isComparedWithParent(entity, field.name)))
    .flatMap((field): Case[] => {
      const expected = expectedMessagesOf(described(entity, rule)).filter(
        (message) => !rule.immutable || message.field === field.name,
      );
      const title = `${rule.id} broken by ${field.name}`;
      if (isComparedWithParent(entity, field.name)) {
        const other = withOtherTarget(old, field, sampler);
        const ofOther = other && sampler.context(other, old.full);
        const isBroken =
          ofOther &&
          breaksOnly(
            rule,
            expected,
          )(evaluator.validate(evaluator.compute({ ...old.full, ...other.row }, ofOther), ofOther));
        return isBroken ? [{ title, sample: other, old, change: {}, expected }] : [];
      }
      const isLink = field.ref !== undefined || field.optionList !== undefined;
      const values = [
        ...Array.from({ length: MAX_VALUES }, () => (isLink ? sampler.unusedLinkValue(field) : sampler.draw(field))),
        null,
      ];
      const value = values.find((one) =>
        breaksOnly(
          rule,
          expected,
        )(evaluator.validate(evaluator.compute({ ...old.full, [field.name]: one }, context), context)),
      );
      return value === undefined
        ? []
        : [
            {
              title,
              sample: { ...old, row: {}, links: [], children: {} },
              old,
              change: { [field.name]: value },
              expected,
            },
          ];
    });
  return rule.immutable ? changes : changes.slice(0, 1);
}

/** The change of a row that names another row in a reference which rules compare with the parent; undefined if none. */
function withOtherTarget(old: Sample, field: Field, sampler: Sampler): Sample | undefined {
  const { entity, parent, links } = old;
  const link = links.find((one) => one.field === field.name);
  const lookup = entity.lookups.find(({ by }) => by.some(({ expr }) => expr === `self.${field.name}`));
  const target = parent && link && sampler.comparedTarget(entity, field, parent);
  if (!target || !lookup || target === link.targets[0]) return undefined;
  const own = { ...link, targets: [target] };
  return {
    ...old,
    row: { [field.name]: linkValue(own) },
    links: [own],
    children: {},
    lookups: { ...old.lookups, [lookup.name]: target },
  };
}

/** A row that breaks a rule under a parent in a certain state, or rows under a parent with a certain total. */
function casesBelowParent(entity: Entity, rule: Rule, sampler: Sampler): Case[] {
  const text = `${rule.when ?? ''} ${rule.assert}`;
  const base = /\bparent\./.test(text)
    ? (requiredParent(entity, rule, sampler) ?? sampler.parentWith(entity, {}))
    : undefined;
  const states = base
    ? fieldNamesIn(text, 'parent').filter((name) =>
        base.entity.fields.some((field) => field.name === name && field.state),
      )
    : [];
  if (!base || states.length === 0)
    return readsParentTotal(sampler.model, entity, text) ? casesBelowTotal(entity, rule, sampler, base) : [];
  const expected = expectedMessagesOf(described(entity, rule));
  let attempts = 0;
  for (const values of combined(
    states.map((name) => [name, valuesOf(fieldOf(base.entity, name), text, base.full[name], sampler)]),
  )) {
    const laterStates = { ...statesForChildren(base.entity, entity), ...values };
    const parent: Sample = { ...base, full: { ...base.full, ...laterStates }, laterStates };
    if (rule.when !== undefined && sampler.evaluatorOf(entity).test(rule.when, {}, { parent: parent.full }) === false)
      continue;
    if (++attempts > MAX_ATTEMPTS) return [];
    const sample = sampler.find(entity.name, { parent, breaks: rule.id, accepts: breaksOnly(rule, expected) });
    if (sample) return [{ title: `${rule.id} broken below ${printRow(values)}`, sample, change: {}, expected }];
  }
  return [];
}

/** Rows that keep and break a rule over a total that their parent has over its children: `first` or another. */
function casesBelowTotal(entity: Entity, rule: Rule, sampler: Sampler, first: Sample | undefined): Case[] {
  const laterStates = first && statesForChildren(first.entity, entity);
  const parent = first && laterStates ? { ...first, full: { ...first.full, ...laterStates }, laterStates } : first;
  const cases = (side: string, expected: ExpectedMessage[], options: SampleOptions): Case[] =>
    caseIfFound(
      `${rule.id} ${side} below a parent with children`,
      (parent && sampler.find(entity.name, { ...options, parent })) ??
        sampler.find(entity.name, { ...options, fields: 'some' }),
      expected,
    );
  const messages = expectedMessagesOf(described(entity, rule));
  return [
    ...cases('kept', [], { where: allConditions(rule.when, rule.assert) }),
    ...cases('broken', messages, { where: rule.when, breaks: rule.id, accepts: breaksOnly(rule, messages) }),
  ];
}

/** A row that breaks a rule because a looked-up row is in a certain state. */
function casesOfLookedUpRow(entity: Entity, rule: Rule, sampler: Sampler): Case[] {
  const text = `${rule.when ?? ''} ${rule.assert}`;
  const expected = expectedMessagesOf(described(entity, rule));
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
    const drawn = states.length === 0 ? undefined : sampler.find(entity.name, { fields: 'all', ...conditionOf(rule) });
    const link = drawn?.links.find(({ field }) => lookup.by.some(({ expr }) => expr === `self.${field}`));
    if (!drawn || !link) return [];
    const before = link.targets[0]!;
    let attempts = 0;
    for (const values of combined(
      [...new Set(states)].map((name) => [name, valuesOf(fieldOf(target, name), text, before.full[name], sampler)]),
    )) {
      if (++attempts > MAX_COMBINED) return [];
      const [laterStates, fixed] = [true, false].map((isState): Row =>
        Object.fromEntries(Object.entries(values).filter(([name]) => Boolean(fieldOf(target, name).state) === isState)),
      ) as [Row, Row];
      // a new target, as the state may prevent references of other rows
      const fresh =
        sampler
          .evaluatorOf(entity)
          .test(rule.assert, drawn.full, {
            ...sampler.context(drawn),
            lookups: { [lookup.name]: { ...before.full, ...values } },
          }) === false
          ? freshTarget(drawn, link.field, fixed, sampler)
          : undefined;
      if (!fresh) continue;
      const stored: Sample = { ...fresh, full: { ...fresh.full, ...laterStates }, laterStates };
      const own = { ...link, targets: [stored] };
      const match = Object.entries(fieldOf(entity, link.field).ref?.match ?? {});
      const row = {
        ...drawn.row,
        [link.field]: linkValue(own),
        ...Object.fromEntries(match.map(([name, above]) => [name, stored.full[above]])),
      };
      const links = drawn.links
        .filter(({ field }) => !match.some(([name]) => name === field))
        .map((one) => (one === link ? own : one));
      const sample: Sample = { ...drawn, row, links, lookups: { ...drawn.lookups, [lookup.name]: stored } };
      const evaluator = sampler.evaluatorOf(entity);
      const full = evaluator.compute(row, sampler.context(sample));
      if (breaksOnly(rule, expected)(evaluator.validate(full, sampler.context(sample))))
        return [
          {
            title: `${rule.id} broken where ${lookup.name} has ${printRow(values)}`,
            sample: { ...sample, full: { ...drawn.full, ...full } },
            change: {},
            expected,
          },
        ];
    }
    return [];
  });
}

/** The condition of a rule as that of a new row, where it reads only the row itself and its parent. */
const conditionOf = ({ when = '' }: Rule): { where?: string } => {
  const where = when.replace(/^!has\(old\.id\) && /, '');
  return where !== '' && !/\b(?:old|lookup|children)\./.test(where) ? { where } : {};
};

/** Another row that a reference of a row may name. */
function freshTarget(
  { entity, links, parent }: Sample,
  name: string,
  fixed: Row,
  sampler: Sampler,
): Sample | undefined {
  return parent && isComparedWithParent(entity, name)
    ? sampler.comparedTarget(entity, fieldOf(entity, name), parent)
    : sampler.find(links.find(({ field }) => field === name)!.targets[0]!.entity.name, { fields: 'all', fixed });
}

const fieldOf = ({ fields }: Entity, name: string): Field =>
  [...fields, ...KERNEL_FIELDS].find((field) => field.name === name)!;

const printRow = (row: Row): string =>
  Object.entries(row)
    .map(([field, value]) => `${field} ${String(value)}`)
    .join(', ');
