import { ruleName } from '../compile/names.ts';
import { withoutAbsent } from '../compile/field.ts';
import type { Raw } from '../compile/source.ts';
import { diffRules } from '../diff/rules.ts';
import { columnType, fieldNamed } from '../emit/ddl/columnType.ts';
import { refusalMessageOf } from '../emit/ddl/refusalMessage.ts';
import type { ConstraintShape, EnforcedRule } from '../emit/ddl/shape.ts';
import { comparedRows } from '../emit/ddl/uniqueIndex.ts';
import { describeRefusal, whereText } from '../emit/dictionary/describedRule.ts';
import { fieldNamesIn } from '../language/expression/fieldNames.ts';
import { keywordRule } from '../language/keywordRule.ts';
import { KINDS } from '../language/kinds/kinds.ts';
import { MESSAGE } from '../language/messageKeys.ts';
import { quote } from '../language/sqlText.ts';
import type { Entity } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import type { NoOverlap } from '../model/rule.ts';
import type { Keyword } from './keyword.ts';
import { checkPeriod } from './period.ts';
import { mergeListBy } from './inherit.ts';
import { entriesOf, ruleText } from './ruleText.ts';

/** `x-noOverlap`: periods with the same values of `by` do not overlap. An exclusion constraint enforces it. */
export const noOverlap: Keyword<Raw[]> = {
  word: 'x-noOverlap',
  layers: ['database', 'docs'],
  inherit: mergeListBy('id'),
  ruleList: 'noOverlap',
  rules: (entity) =>
    entity.noOverlap.map((rule) =>
      keywordRule('x-noOverlap', rule, MESSAGE.overlap, {
        at: [rule.from, rule.to],
        fields: [...rule.by, rule.from, rule.to, ...fieldNamesIn(rule.where ?? '')],
      }),
    ),
  placeholders: ['other', 'otherFrom', 'otherTo'],
  compile(word, entity) {
    entity.noOverlap = entriesOf(word).map(compileRule);
  },
  link(entity, { field, report }) {
    entity.noOverlap.forEach((rule, index) => {
      rule.by.forEach((name) => field(name, ['x-noOverlap', index, 'by']));
      field(rule.from, ['x-noOverlap', index, 'from']);
      field(rule.to, ['x-noOverlap', index, 'to']);
      checkPeriod(entity, rule, ['x-noOverlap', index], report);
      for (const one of incomparableIfAbsent(entity, rule))
        report.add(
          ['x-noOverlap', index, 'absentIsOne'],
          `"${one.name}" (${one.kind}) is no text, so it must be required`,
        );
    });
  },
  checkExpressions(entity, { stored }) {
    entity.noOverlap.forEach(({ where }, index) => stored(where, ['x-noOverlap', index, 'where']));
  },
  ddl: (entity, { model }) => ({
    constraints: entity.noOverlap.map((rule) => exclusion(entity, rule, comparedRows(entity, model, rule))),
  }),
  describe: (entity) =>
    entity.noOverlap.map((rule) => {
      const where = whereText(rule.where);
      const by = rule.by.join(' + ');
      return describeRefusal('x-noOverlap', rule, MESSAGE.overlap, {
        en: `periods ${rule.from} to ${rule.to} of one ${by}${rule.absentIsOne ? ' (absent ones alike)' : ''}${rule.ignoreCase ? ', capitals or not,' : ''} do not overlap${where.en}`,
        zh: `同一 ${by}${rule.absentIsOne ? '（为空视为相同）' : ''}${rule.ignoreCase ? '（不区分大小写）' : ''} 的期间 ${rule.from} 至 ${rule.to} 不得重叠${where.zh}`,
      });
    }),
  diff(before, after, notes) {
    diffRules(
      before.noOverlap,
      after.noOverlap,
      notes,
      ({ by, from, to, where }) =>
        `periods ${from} to ${to} of one ${by.join(', ')} do not overlap${where ? ` where ${where}` : ''}`,
    );
  },
};

const compileRule = (word: Raw): NoOverlap =>
  withoutAbsent<NoOverlap>({
    ...ruleText(word),
    by: [word['by'] ?? []].flat() as string[],
    from: String(word['from']),
    to: String(word['to']),
    where: word['where'] as string | undefined,
    absentIsOne: word['absentIsOne'] === true ? true : undefined,
    ignoreCase: word['ignoreCase'] === true ? true : undefined,
  });

/**
 * Optional fields of `by` that are not text: an absent value is compared as an empty text, so it cannot be compared.
 */
const incomparableIfAbsent = ({ fields }: Entity, { by, absentIsOne }: NoOverlap): Field[] =>
  fields.filter(
    (field) => absentIsOne && by.includes(field.name) && !field.required && KINDS[field.kind].column(field) !== 'text',
  );

/**
 * SQL of the values by which an overlap rule compares rows: one for each field of `by`, and the period as a range.
 *
 * @param sqlOf SQL of the value of a field, in the column type of the field
 */
export function comparedValues(
  entity: Entity,
  rule: NoOverlap,
  sqlOf: (field: Field) => string,
): { by: string[]; period: string } {
  const compared = (name: string): string => {
    const field = fieldNamed(entity, name);
    const value = sqlOf(field);
    // in upper case, like codes, because the message shows the compared value
    const folded = rule.ignoreCase && columnType(field) === 'text' ? `upper(${value})` : value;
    return rule.absentIsOne && !field.required ? `coalesce(${folded}, '')` : folded;
  };
  return { by: rule.by.map(compared), period: periodOf(entity, rule, sqlOf) };
}

function exclusion(entity: Entity, rule: NoOverlap, where: string): ConstraintShape {
  const values = comparedValues(entity, rule, ({ name }) => quote(name));
  const checked = `${where} and ${quote(rule.from)} is not null`;
  const { id, from, to, by } = rule;
  const enforced: EnforcedRule = {
    entity: entity.name,
    type: 'overlap',
    id,
    fields: [from, to],
    ...refusalMessageOf(rule),
    period: { from, to, by },
  };
  const columns = [
    ...by.map((name, index) => `${values.by[index]} as ${quote(name)}`),
    `${values.period} as "$period"`,
  ];
  const rows = `select id, ${columns.join(', ')} from public.${quote(entity.table)} where ${checked}`;
  const overlaps = [
    ...by.map((name) => `a.${quote(name)} = b.${quote(name)}`),
    'a.id <> b.id',
    'a."$period" && b."$period"',
  ].join(' and ');
  return {
    name: ruleName(entity, rule.id, 'overlap'),
    type: 'exclude',
    rule: enforced,
    definition: `exclude using gist (${[...values.by.map((value) => `${value} with =`), `${values.period} with &&`].join(', ')}) where (${checked})`,
    violations: `with checked as materialized (${rows}) select count(*), min(id) from checked a where exists (select from checked b where ${overlaps})`,
  };
}

const RANGES: Record<string, string> = {
  date: 'daterange',
  'timestamp with time zone': 'tstzrange',
  integer: 'int8range',
  bigint: 'int8range',
};

/**
 * SQL of the period as a range that includes both ends. It is null if the end is before the start, which `x-order`
 * refuses.
 */
function periodOf(entity: Entity, rule: NoOverlap, sqlOf: (field: Field) => string): string {
  const [from, to] = [rule.from, rule.to].map((name) => {
    const field = fieldNamed(entity, name);
    return periodEnd(field, sqlOf(field));
  });
  if (!from || !to || from.range !== to.range)
    throw new Error(`${entity.name}: x-noOverlap ${rule.id} needs two dates, instants, months, years or numbers`);
  return `(case when ${to.sql} is null or ${from.sql} <= ${to.sql} then ${from.range}(${from.sql}, ${to.sql}, '[]') end)`;
}

/** SQL and range type of one end of a period; undefined for a type that has no range. */
function periodEnd(field: Field, value: string): { sql: string; range: string } | undefined {
  const type = columnType(field);
  if (field.kind === 'month' || field.kind === 'year') return { sql: `${value}::bigint`, range: 'int8range' };
  if (type.startsWith('numeric')) return { sql: value, range: 'numrange' };
  const range = RANGES[type];
  return range === undefined ? undefined : { sql: range === 'int8range' ? `${value}::bigint` : value, range };
}
