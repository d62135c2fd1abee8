import { withoutAbsent } from '../compile/field.ts';
import { ruleName } from '../compile/names.ts';
import type { Raw } from '../compile/source.ts';
import { diffRules } from '../diff/rules.ts';
import { sqlOf } from '../emit/ddl/expressions.ts';
import { refusalMessageOf } from '../emit/ddl/refusalMessage.ts';
import type { FunctionShape, TriggerShape } from '../emit/ddl/shape.ts';
import { LIVE, liveOf, quoteAll } from '../emit/ddl/sql.ts';
import { describeRefusal, whereText } from '../emit/dictionary/describedRule.ts';
import { fieldNamesIn } from '../language/expression/fieldNames.ts';
import { scopeOf } from '../language/expression/scope.ts';
import { fieldsRead } from '../language/expression/syntax.ts';
import { keywordRule } from '../language/keywordRule.ts';
import { literal, quote } from '../language/sqlText.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { FieldHint, Label } from '../model/field.ts';
import type { RuleText } from '../model/rule.ts';
import { mergeListBy } from './inherit.ts';
import type { Keyword } from './keyword.ts';
import { entriesOf, ruleText } from './ruleText.ts';

/** Limit of live rows with the same values of `by`. Rows without one of these values are not counted. */
export interface MaxRows extends RuleText {
  by: string[];
  max: number;
  /** CEL on the row: only rows for which it is true are counted */
  where?: string;
}

declare module '../model/entity.ts' {
  interface Entity {
    maxRows?: MaxRows[];
  }
}

/** The message of a refusal; its parameters: `fields`, `max`. */
export const TOO_MANY_ROWS = 'MSG_generic_0199';

/** `x-maxRows`: limit for live rows with the same values of some fields. A trigger enforces it. */
export const maxRows: Keyword<Raw[]> = {
  word: 'x-maxRows',
  layers: ['database', 'docs', 'form', 'conformance'],
  inherit: mergeListBy('id'),
  ruleList: 'maxRows',
  rules: (entity) =>
    rulesOf(entity).map((rule) =>
      keywordRule('x-maxRows', rule, TOO_MANY_ROWS, { at: rule.by, fields: fieldsOf(rule) }),
    ),
  placeholders: ['max'],
  compile(word, entity) {
    if (!word) return;
    entity.maxRows = entriesOf(word).map((entry) =>
      withoutAbsent<MaxRows>({
        ...ruleText(entry),
        by: entry['by'] as string[],
        max: Number(entry['max']),
        where: entry['where'] as string | undefined,
      }),
    );
  },
  link(entity, { fields }) {
    rulesOf(entity).forEach(({ by }, index) => fields(by, ['x-maxRows', index, 'by']));
  },
  checkExpressions(entity, { stored }) {
    rulesOf(entity).forEach(({ where }, index) => stored(where, ['x-maxRows', index, 'where']));
  },
  ddl: (entity, { model }) => ({
    read: rulesOf(entity).map(({ by }) => by),
    triggers: rulesOf(entity).map((rule) => countTrigger(entity, rule, model)),
    functions: rulesOf(entity).map((rule) => countFunction(entity, rule, model)),
  }),
  describe: (entity) =>
    rulesOf(entity).map((rule) => {
      const [by, where] = [rule.by.join(' + '), whereText(rule.where)];
      return describeRefusal('x-maxRows', rule, TOO_MANY_ROWS, {
        en: `at most ${rule.max} rows of one ${by}${where.en}`,
        zh: `同一 ${by} 最多 ${rule.max} 条记录${where.zh}`,
      });
    }),
  hints: (entity) => rulesOf(entity).flatMap((rule) => hintsOf(entity, rule)),
  diff(before, after, notes) {
    diffRules(
      rulesOf(before),
      rulesOf(after),
      notes,
      ({ by, max, where }) => `at most ${max} rows have one ${by.join(', ')}${where ? ` where ${where}` : ''}`,
    );
  },
};

function rulesOf({ maxRows: rules = [] }: Entity): readonly MaxRows[] {
  return rules;
}

/** The fields that a rule involves. */
const fieldsOf = ({ by, where = '' }: MaxRows): string[] => [...new Set([...by, ...fieldNamesIn(where)])];

/** The hints in a form: at each field of `by`, the message that a violation would have there. */
const hintsOf = ({ fields }: Entity, rule: MaxRows): (FieldHint & { field: string })[] => {
  const { by, max, key = TOO_MANY_ROWS, message } = rule;
  const labelOf = (name: string): Label => fields.find((field) => field.name === name)?.label ?? { en: name, zh: name };
  return by.map((name) => ({
    field: name,
    fields: fieldsOf(rule),
    key,
    params: { label: labelOf(name), fields: by.map(labelOf), max },
    ...(message && { message }),
  }));
};

const nameOf = (entity: Entity, { id }: MaxRows): string => ruleName(entity, id, 'maxRows');

/**
 * Condition of the counted rows.
 *
 * @throws Error for a `where` that cannot be printed as SQL, which the compiler refuses
 */
function countedRows(entity: Entity, { id, where }: MaxRows, model: Model): string {
  if (where === undefined) return liveOf(entity);
  const printed = sqlOf(where, entity, model);
  if ('reason' in printed) throw new Error(`${entity.name}: "where" of ${id} has no form in SQL: ${printed.reason}`);
  return `${liveOf(entity)} and (${printed.sql})`;
}

function countTrigger(entity: Entity, rule: MaxRows, model: Model): TriggerShape {
  const read =
    rule.where === undefined
      ? []
      : fieldsRead(scopeOf(model.entities[entity.name]!, model).environment.parse(rule.where).ast, 'self');
  const counted = `${countedRows(entity, rule, model)} and ${rule.by.map((name) => `${quote(name)} is not null`).join(' and ')}`;
  const tooLarge = `select count(*) as n, min(id) as one from public.${quote(entity.table)} where ${counted} group by ${quoteAll(rule.by)} having count(*) > ${rule.max}`;
  return {
    name: nameOf(entity, rule),
    function: nameOf(entity, rule),
    rule: {
      entity: entity.name,
      type: 'maxRows',
      id: rule.id,
      fields: rule.by,
      ...refusalMessageOf(rule, TOO_MANY_ROWS),
      params: { max: rule.max },
    },
    event: `after insert or update of ${quoteAll([...new Set([...rule.by, ...read, 'delFlag'])])}`,
    when: [`new.${LIVE}`, ...rule.by.map((name) => `new.${quote(name)} is not null`)].join(' and '),
    violations: `select coalesce(sum(n), 0), min(one) from (${tooLarge}) as crowded`,
  };
}

/**
 * Trigger function that counts under an advisory lock on the values, so that concurrent writers see each other's rows.
 */
function countFunction(entity: Entity, rule: MaxRows, model: Model): FunctionShape {
  const name = nameOf(entity, rule);
  const values = rule.by.map((field) => `new.${quote(field)}`).join(', ');
  const same = rule.by.map((field) => `${quote(field)} = new.${quote(field)}`).join(' and ');
  return {
    name,
    body: `begin
  perform pg_advisory_xact_lock(hashtextextended(jsonb_build_array(${literal(name)}, ${values})::text, 0));
  if (select count(*) > ${rule.max} and bool_or(id = new.id) from public.${quote(entity.table)} where ${same} and ${countedRows(entity, rule, model)}) then
    raise exception using errcode = 'exclusion_violation', message = ${literal(`table "${entity.table}" has more rows than "${name}" allows`)},
      schema = 'public', table = ${literal(entity.table)}, constraint = ${literal(name)};
  end if;
  return null;
end`,
  };
}
