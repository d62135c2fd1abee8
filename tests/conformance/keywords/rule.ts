import { withoutAbsent } from '../../../generator/compile/field.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Rule } from '../../../generator/model/rule.ts';
import { breaksOnly } from '../breaksOnly.ts';
import type { Case, ExpectedMessage } from '../case.ts';
import { equalValues } from '../equalValues.ts';
import { allMessagesOf, caseIfFound } from '../caseIfFound.ts';
import { conditionsUnlike } from '../lookedUpTargets.ts';
import {
  allConditions,
  concreteEntity,
  conditionOfParent,
  noPreviousValueCondition,
  readsPreviousValues,
} from '../neededRows.ts';
import { readsChildren } from '../readByRules.ts';
import { newRowCases } from '../newRowCases.ts';
import { appliesToNew, readsOrigin } from '../readsOrigin.ts';
import { requiredParent } from '../requiredParent.ts';
import { expectedMessagesOf, rowRules, textOf } from '../rowRules.ts';
import { ruleLimits } from '../ruleLimits.ts';
import type { Sample, SampleOptions } from '../sample.ts';
import type { Sampler } from '../sampler/sampler.ts';
import { serverWrittenRule } from '../serverWrittenRules.ts';
import type { ConformanceKeyword } from './keyword.ts';

/** `x-rule`: a row that keeps the condition, rows at its limit, and one that violates only this rule. */
export const rule: ConformanceKeyword = {
  word: 'x-rule',
  cases: (entity, sampler) =>
    rulesOf(entity).flatMap((one) => {
      const described = rowRules(entity).find(({ id }) => id === one.id)!;
      if (!readsOrigin(sampler.model, entity, described)) return ruleCases(entity, one, sampler);
      return appliesToNew(sampler.model, entity, described) ? newRowCases(entity, one, sampler) : [];
    }),
  serverWrittenCases: (entity, sampler) => rulesOf(entity).flatMap((one) => serverWrittenRule(entity, one, sampler)),
};

const rulesOf = ({ rules }: Entity): Rule[] => rules.filter(({ immutable }) => !immutable);

/** The numbers of children to try for a row that breaks a rule over children. */
const CHILD_COUNTS = [5, 1, 2, 3, 8];

/** A row that keeps a rule with all its operands present, rows at its limit, and a row that breaks only this rule. */
export function ruleCases(entity: Entity, rule: Rule, sampler: Sampler): Case[] {
  const described = rowRules(entity).find(({ id }) => id === rule.id)!;
  const messages = expectedMessagesOf(described);
  const text = textOf(described);
  const old = /\bold\./.test(text) ? sampler.sample(entity.name) : undefined;
  const parent = old ? undefined : requiredParent(entity, rule, sampler);
  const applies = rule.when === undefined ? 'true' : `(${rule.when})`;
  const some: SampleOptions = forChangeOf({ fields: 'some' }, old);
  const kept: SampleOptions = { ...some, ...(old ? {} : { where: `${applies} && (${rule.assert})` }) };
  const broken: SampleOptions = {
    ...some,
    ...withoutAbsent({ where: rule.when }),
    adjust: equalValues(entity, text),
    breaks: rule.id,
    accepts: breaksOnly(rule, messages),
  };
  const withChildren = CHILD_COUNTS.map((siblings): SampleOptions => ({ ...broken, fields: 'all', siblings }));
  // a row without children may break a rule over values computed from children
  const brokenOptions =
    old || !readsChildren(entity, text)
      ? [broken]
      : /\bchildren\./.test(text)
        ? withChildren
        : [broken, ...withChildren];
  const find = (options: SampleOptions): Sample | undefined =>
    (parent && sampler.find(entity.name, { ...options, parent })) ?? sampler.find(entity.name, options);
  const keptCases = casesOf(`${rule.id} kept`, [], old, sampler, (before) => find(forChangeOf(kept, before)));
  return [
    ...keptCases,
    ...(old ? [] : keptCases.flatMap(({ sample }) => ruleLimits(entity, rule, messages, sample, sampler))),
    ...(rule.ofParent === undefined
      ? casesOf(
          `${rule.id} broken`,
          messages,
          old,
          sampler,
          (before) =>
            firstDefined(brokenOptions, (options) => find(forChangeOf(options, before))) ??
            findUnderParent(entity, text, sampler, broken) ??
            findUnderUnlike(keptCases, rule, sampler, broken),
        )
      : casesUnderOther(entity, { id: rule.id, ofParent: rule.ofParent, messages }, sampler, broken)),
  ];
}

/** Options for a row that changes `old`. */
const forChangeOf = (options: SampleOptions, old: Sample | undefined): SampleOptions => ({
  ...options,
  ...(old ? { old } : {}),
  ...(old?.parent ? { parent: old.parent } : {}),
});

/**
 * The case of a row that `find` returns; with `old`, a change of that row. If none is found, it tries again with an old
 * row that has fewer values: only required fields if fields can be immutable, else a parent without previous values.
 */
function casesOf(
  title: string,
  expected: ExpectedMessage[],
  old: Sample | undefined,
  sampler: Sampler,
  find: (old: Sample | undefined) => Sample | undefined,
): Case[] {
  const sample = findWithRetries(() => find(old));
  if (sample || !old) return caseIfFound(title, sample, expected, old);
  const { entity, parent } = old;
  const sparse = entity.rules.some(({ immutable }) => immutable)
    ? sampler.sample(entity.name, { fields: 'required' })
    : parent && readsPreviousValues(entity, parent.entity)
      ? sampler.sample(entity.name, {
          parent: sampler.sample(parent.entity.name, {
            fields: 'required',
            where: noPreviousValueCondition(entity, parent.entity),
            ...withoutAbsent({ laterStates: parent.laterStates }),
          }),
        })
      : undefined;
  return sparse ? caseIfFound(title, find(sparse), expected, sparse) : [];
}

/** Repeats a random search up to three times. */
const findWithRetries = <T>(find: () => T | undefined): T | undefined => find() ?? find() ?? find();

/**
 * A row under a parent with the value that a rule compares, as in `parent.policyType != 'Premium-HM'`. Random parents
 * seldom have this value.
 */
function findUnderParent(entity: Entity, text: string, sampler: Sampler, options: SampleOptions): Sample | undefined {
  const [, name, code] = /\bparent\.(\w+) [!=]= '([^']+)'/.exec(text) ?? [];
  const parent = name === undefined || options.parent ? undefined : sampler.parentWith(entity, { [name]: code });
  return parent && sampler.find(entity.name, { ...options, parent });
}

/** A row under a parent with another value than that of the looked-up row which a rule compares with it. */
function findUnderUnlike([kept]: Case[], rule: Rule, sampler: Sampler, options: SampleOptions): Sample | undefined {
  const parent = kept?.sample.parent;
  const conditions = parent ? conditionsUnlike(kept.sample, rule) : [];
  const unlike =
    conditions.length === 0
      ? undefined
      : sampler.find(parent!.entity.name, {
          fields: 'required',
          ...withoutAbsent({ where: allConditions(...conditions) }),
        });
  return unlike && sampler.find(kept!.sample.entity.name, { ...options, parent: unlike });
}

/** A row under a parent of another kind. Where such a row violates further rules, all their messages are expected. */
function casesUnderOther(
  entity: Entity,
  { id, ofParent, messages }: { id: string; ofParent: string; messages: ExpectedMessage[] },
  sampler: Sampler,
  options: SampleOptions,
): Case[] {
  const title = `${id} broken`;
  const alone = findWithRetries(() => findUnderOther(entity, ofParent, sampler, options));
  if (alone) return caseIfFound(title, alone, messages);
  const sample = findUnderOther(entity, ofParent, sampler, {
    ...options,
    accepts: (violations) => violations.some(({ rule }) => rule === id),
  });
  return sample ? caseIfFound(title, sample, allMessagesOf(sample, sampler)) : [];
}

/** A row under a parent that does not meet the condition under which it has such rows (`x-child.when`). */
function findUnderOther(
  entity: Entity,
  parentName: string,
  sampler: Sampler,
  options: SampleOptions,
): Sample | undefined {
  const name = concreteEntity(sampler.model, parentName);
  const condition = conditionOfParent(sampler.model.entities[name]!, entity);
  const parent = sampler.parentWith(entity, {}, name, `!(${condition})`);
  return parent && sampler.find(entity.name, { ...options, parent });
}

function firstDefined<T, R>(choices: readonly T[], find: (choice: T) => R | undefined): R | undefined {
  for (const choice of choices) {
    const result = find(choice);
    if (result !== undefined) return result;
  }
  return undefined;
}
