import { withoutAbsent } from '../compile/field.ts';
import { ownFieldFinder, type LinkContext } from '../compile/linkContext.ts';
import type { Report } from '../compile/report.ts';
import { isRaw, type Raw } from '../compile/source.ts';
import { describeEffect } from '../emit/dictionary/describedRule.ts';
import { isSame } from '../diff/change.ts';
import type { Entity } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import type { Premium, PremiumCalculation } from '../model/premium.ts';
import type { Keyword } from './keyword.ts';

/** `x-premium`: the rows are premium of one policy type, which business code reads by the fields that it names. */
export const premium: Keyword<Raw> = {
  word: 'x-premium',
  layers: ['docs', 'save'],
  takesSpec: false,
  compile(word, entity) {
    if (word) entity.premium = compilePremium(word);
  },
  link: linkPremium,
  checkExpressions({ premium: word }, { condition }) {
    word?.calculate?.again.forEach(({ unless }, index) =>
      condition(unless, ['x-premium', 'calculate', 'again', index, 'unless']),
    );
  },
  describe: ({ premium: word }) =>
    word
      ? [
          describeEffect('x-premium', word.due, {
            en: `premium of ${word.type}: ${word.due} from ${word.from} to ${word.to}, due from ${word.payer} to ${word.insurer}`,
            zh: `${word.type} 保费：${word.due}，承保期 ${word.from} 至 ${word.to}，由 ${word.payer} 付给 ${word.insurer}`,
          }),
        ]
      : [],
  diff({ premium: before }, { premium: after }, notes) {
    if (!isSame(before, after))
      notes.break('staff', 'totals, instalments and dashboards read other fields of the premium');
  },
};

const compilePremium = (word: Raw): Premium =>
  withoutAbsent<Premium>({
    ...(structuredClone(word) as unknown as Premium),
    calculate: isRaw(word['calculate']) ? compileCalculation(word['calculate']) : undefined,
  });

const compileCalculation = (word: Raw): PremiumCalculation => ({
  present: [],
  defaults: {},
  again: [],
  ...(structuredClone(word) as unknown as Pick<PremiumCalculation, 'each' | 'match' | 'fill'>),
});

/** The kinds of field that each option must name. */
const KINDS: Partial<Record<keyof Premium, Field['kind']>> = {
  due: 'money',
  from: 'date',
  to: 'date',
  payer: 'ref',
  insurer: 'ref',
  broker: 'ref',
  brokerPaid: 'yesNo',
  number: 'code',
  instalments: 'integer',
};

/** Checks the fields that the keyword names, and that the entity is a child: a premium belongs to a version. */
function linkPremium(entity: Entity, context: LinkContext): void {
  const { premium: word } = entity;
  if (!word) return;
  const own = context.report.within(['x-premium']);
  const find = ownFieldFinder(entity, own);
  for (const [option, kind] of Object.entries(KINDS)) {
    const name = word[option as keyof Premium] as string | undefined;
    const field = name === undefined ? undefined : find(name, [option]);
    if (field && field.kind !== kind) own.add([option], `"${field.name}" must be of kind ${kind}`);
    if (field && option === 'due' && !field.currency) own.add([option], `"${field.name}" must have an x-currency`);
  }
  word.object.forEach((name, index) => find(name, ['object', index]));
  if (word.name !== undefined) find(word.name, ['name']);
  for (const [cover, name] of Object.entries(word.rates ?? {})) find(name, ['rates', cover]);
  for (const [code, name] of Object.entries(word.exchange ?? {})) {
    const field = find(name, ['exchange', code]);
    if (field && field.kind !== 'rate') own.add(['exchange', code], `"${field.name}" must be of kind rate`);
  }
  for (const [type, totals] of Object.entries(word.returns ?? {}))
    for (const [option, name] of Object.entries(totals)) find(name, ['returns', type, option]);
  const other = Object.values(context.model.entities).find(
    ({ name, premium: one }) => name !== entity.name && one?.type === word.type,
  );
  if (other) own.add(['type'], `"${word.type}" is the policy type of "${other.name}" already`);
  if (word.calculate) linkCalculation(entity, word.calculate, context, own.within(['calculate']));
}

function linkCalculation(
  entity: Entity,
  { each, match, present, fill, defaults, again }: PremiumCalculation,
  { model, unread }: LinkContext,
  report: Report,
): void {
  const find = ownFieldFinder(entity, report);
  for (const name of Object.keys(fill)) find(name, ['fill', name]);
  for (const name of Object.keys(defaults)) find(name, ['defaults', name]);
  again.forEach(({ field }, index) => find(field, ['again', index, 'field']));
  const source = model.entities[each];
  if (!source) {
    if (!unread.has(each)) report.unknown(['each'], 'entity', each, Object.keys(model.entities));
    return;
  }
  const findSource = ownFieldFinder(source, report, `field of ${each}`);
  for (const name of Object.keys(match)) findSource(name, ['match', name]);
  present.forEach((name, index) => findSource(name, ['present', index]));
  for (const [own, name] of Object.entries(fill)) findSource(name, ['fill', own]);
}
