import { withoutAbsent } from '../compile/field.ts';
import { ownFieldFinder, type LinkContext } from '../compile/linkContext.ts';
import type { Raw } from '../compile/source.ts';
import { diffRules } from '../diff/rules.ts';
import { quoted } from '../diff/texts.ts';
import { check, onlyWhen } from '../emit/ddl/check.ts';
import { sqlOf } from '../emit/ddl/expressions.ts';
import type { ConstraintShape } from '../emit/ddl/shape.ts';
import { describeRefusal } from '../emit/dictionary/describedRule.ts';
import { KINDS } from '../language/kinds/kinds.ts';
import { MESSAGE } from '../language/messageKeys.ts';
import { quote } from '../language/sqlText.ts';
import { sum as validation } from '../language/validation/sum.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Sum } from '../model/rule.ts';
import type { Keyword } from './keyword.ts';
import { mergeListBy } from './inherit.ts';
import { entriesOf, ruleText } from './ruleText.ts';

/** Types of expressions that can be added. */
const NUMBERS = new Set(['int', 'Decimal']);

/**
 * `x-sum`: a sum equals a total. A CHECK enforces it for fields of the row; a save validates it for rows of a child: a
 * save of the parent, and with `alone` one of a row by itself.
 */
export const sum: Keyword<Raw[]> = {
  word: 'x-sum',
  layers: ['database', 'docs', 'validation', 'save', 'conformance'],
  inherit: mergeListBy('id'),
  ruleList: 'sums',
  rules: validation.rules,
  placeholders: ['parts', 'total', 'expected', 'difference'],
  compile(word, entity) {
    entity.sums = entriesOf(word).map(compileSum);
  },
  link: (entity, context) => entity.sums.forEach((rule, index) => linkSum(entity, rule, index, context)),
  checkExpressions(entity, { condition }) {
    entity.sums.forEach(({ when }, index) => condition(when, ['x-sum', index, 'when']));
  },
  ddl(entity, { model }) {
    const checks = entity.sums.map((rule) => sumCheck(entity, rule, model));
    return {
      constraints: checks.filter((one) => typeof one !== 'string'),
      remarks: checks.filter((one) => typeof one === 'string'),
    };
  },
  describe: (entity) =>
    entity.sums.map((rule) => {
      const { of, equals } = rule;
      return describeRefusal('x-sum', rule, MESSAGE.sum, {
        en: `${'fields' in of ? of.fields.join(' + ') : `sum of ${of.child}.${of.field}`} = ${equals}`,
        zh: `${'fields' in of ? of.fields.join(' + ') : `${of.child}.${of.field} 合计`} = ${equals}`,
      });
    }),
  diff(before, after, notes) {
    diffRules(
      before.sums,
      after.sums,
      notes,
      ({ of, equals, tolerance, when }) =>
        `the sum of ${'fields' in of ? quoted(of.fields) : `"${of.field}" of ${of.child}`} is ${equals} (± ${tolerance})${when ? ` when ${when}` : ''}`,
    );
  },
};

function compileSum(word: Raw): Sum {
  const of = word['of'];
  return withoutAbsent<Sum>({
    ...ruleText(word),
    of: Array.isArray(of) ? { fields: of as string[] } : (of as { child: string; field: string }),
    equals: String(word['equals']).replace(/^self\./, ''),
    tolerance: String(word['tolerance'] ?? '0'),
    when: word['when'] as string | undefined,
    alone: word['alone'] === true ? true : undefined,
  });
}

function linkSum(entity: Entity, { of, equals, alone }: Sum, index: number, { model, report }: LinkContext): void {
  const { children, fields: own } = entity;
  // the validation has no fields of the kernel
  const field = ownFieldFinder(entity, report);
  for (const name of [...('fields' in of ? of.fields : []), equals]) {
    const kind = own.find((one) => one.name === name)?.kind;
    if (kind && !NUMBERS.has(KINDS[kind].cel)) report.add(['x-sum', index], `"${name}" (${kind}) is no number`);
  }
  if (!/^-?\d+(\.\d+)?$/.test(equals)) field(equals, ['x-sum', index, 'equals']);
  if (alone && 'fields' in of) report.add(['x-sum', index, 'alone'], 'only a sum over rows of a child has it');
  if ('fields' in of) return of.fields.forEach((name, place) => field(name, ['x-sum', index, 'of', place]));
  const known = children.map(({ entity }) => entity);
  if (!known.includes(of.child)) return report.unknown(['x-sum', index, 'of', 'child'], 'child', of.child, known);
  const fieldsOfChild = model.entities[of.child]?.fields.map(({ name }) => name);
  if (fieldsOfChild && !fieldsOfChild.includes(of.field))
    report.unknown(['x-sum', index, 'of', 'field'], `field of ${of.child}`, of.field, fieldsOfChild);
}

/**
 * The CHECK of a sum, or the reason why it has none (vocabulary, "Sums"). The sum is not checked if the total or all
 * addends are absent. If only some addends are absent, they count as 0.
 */
function sumCheck(entity: Entity, rule: Sum, model: Model): ConstraintShape | string {
  const { id, of, equals, tolerance, when } = rule;
  if (!('fields' in of)) return `${id}: a sum over rows of ${of.child} is checked when they are saved`;
  const printed = when === undefined ? { sql: undefined } : sqlOf(when, entity, model);
  if ('reason' in printed) return `${id}: ${printed.reason}`;
  const addends = of.fields.map(quote);
  const total = /^-?\d/.test(equals) ? equals : quote(equals);
  const condition = `num_nonnulls(${addends.join(', ')}) = 0 or abs(${addends.map((addend) => `coalesce(${addend}, 0)`).join(' + ')} - ${total}) <= ${tolerance}`;
  return check(entity, { ...rule, type: 'sum', fields: of.fields }, onlyWhen(printed.sql, condition));
}
