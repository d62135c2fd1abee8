import { ruleName } from '../../compile/names.ts';
import type { Entity, Model } from '../../model/entity.ts';
import type { Field, Ref } from '../../model/field.ts';
import { columnType, fieldNamed } from './columnType.ts';
import { scopeOf } from '../../language/expression/scope.ts';
import { fieldsRead } from '../../language/expression/syntax.ts';
import { MESSAGE } from '../../language/messageKeys.ts';
import { sqlOf } from './expressions.ts';
import { entityPartsOf } from './entityParts.ts';
import { danglingRows, referenceRule } from './references.ts';
import { MISSING_TARGET, type FunctionShape, type EnforcedRule, type TriggerShape } from './shape.ts';
import { LIVE, literal, quote } from './sql.ts';

/**
 * Triggers for references that a foreign key cannot check: a reference to a field that is not unique, a list of codes,
 * a reference with `where`, and a reference that keeps deleted rows (`onDelete: keep`).
 *
 * - Trigger on the referring table: finds a live target row and locks it (`for share`) until commit. It checks that the
 *   row exists when the reference changes, and checks `where` when any writable column changes.
 * - Trigger on the target table: refuses to delete the last live row of a code while a live row refers to it. A
 *   reference with `onDelete: keep` has no such trigger.
 * - Trigger on the target table with `onUpdate: restrict`: refuses a change after which the row violates `where`.
 *
 * All writes use READ COMMITTED, so each statement of a trigger sees all rows committed before it.
 */
export interface Lookups {
  functions: FunctionShape[];
  triggers: { entity: string; trigger: TriggerShape }[];
  remarks: { entity: string; text: string }[];
}

/** Creates the triggers of all references of a model. */
export function modelLookups(model: Model): Lookups {
  const lookups: Lookups = { functions: [], triggers: [], remarks: [] };
  for (const entity of entityPartsOf(model)) {
    for (const field of entity.fields)
      if (field.ref && !field.ref.open)
        addLookups({ entity, field, ref: field.ref, target: model.entities[field.ref.entity]! }, model, lookups);
  }
  return lookups;
}

interface Reference {
  entity: Entity;
  field: Field;
  ref: Ref;
  target: Entity;
}

/** Adds the triggers and functions of one reference. */
function addLookups(reference: Reference, model: Model, lookups: Lookups): void {
  const { entity, field, ref, target } = reference;
  const where = ref.where === undefined ? undefined : sqlOf(ref.where, target, model);
  if (where && 'reason' in where)
    lookups.remarks.push({
      entity: entity.extends ?? entity.name,
      text: `${field.name}: where of x-ref: ${where.reason}`,
    });
  const condition = where && 'sql' in where ? where.sql : undefined;
  const byForeignKey = ref.unique && field.kind !== 'multiRef' && !ref.onDelete;
  if (byForeignKey && condition === undefined) return;

  const rule: EnforcedRule = {
    ...(condition === undefined ? {} : { narrowed: true, key: MESSAGE.referenceNotAllowed }),
    ...referenceRule(entity, field, ref),
  };
  const name = ruleName(entity, byForeignKey ? `${field.name}$where` : field.name, 'ref');
  const keepsTarget = !byForeignKey && !ref.onDelete;
  addReferringTrigger(reference, { name, rule, condition, findsDangling: keepsTarget }, lookups);
  if (ref.onUpdate && condition !== undefined) addUpdateTrigger(reference, condition, model, lookups);
  if (keepsTarget) addTargetTrigger(reference, name, rule, lookups);
}

interface ReferringTrigger {
  name: string;
  rule: EnforcedRule;
  /** SQL of `x-ref.where` */
  condition: string | undefined;
  /** whether the migration searches for dangling references before it adds the trigger */
  findsDangling: boolean;
}

/** Adds the trigger on the referring table, which finds and locks the target row. */
function addReferringTrigger(
  reference: Reference,
  { name, rule, condition, findsDangling }: ReferringTrigger,
  lookups: Lookups,
): void {
  const { entity, field, target } = reference;
  lookups.functions.push({
    name,
    body: field.kind === 'multiRef' ? listBody(reference, name, condition) : valueBody(reference, name, condition),
  });
  lookups.triggers.push({
    entity: entity.extends ?? entity.name,
    trigger: {
      name,
      function: name,
      rule,
      event: `after insert or update of ${triggeringColumns(reference, condition).map(quote).join(', ')}, "delFlag"`,
      when: [
        `new.${LIVE}`,
        ...subtypeCondition(entity),
        ...ownColumns(reference).map((column) => `new.${quote(column)} is not null`),
      ].join(' and '),
      ...(findsDangling ? { violations: danglingRows(entity, field, target) } : {}),
    },
  });
}

/** Adds the trigger on the target table that refuses to delete a row while a live row refers to it. */
function addTargetTrigger(reference: Reference, referringName: string, rule: EnforcedRule, lookups: Lookups): void {
  const { entity, field, ref, target } = reference;
  const name = ruleName(entity, `${field.name}$target`, 'ref');
  lookups.functions.push({ name, body: targetBody(reference, referringName) });
  lookups.triggers.push({
    entity: target.name,
    trigger: {
      name,
      function: name,
      rule,
      event: `after delete or update of ${targetColumns(reference).map(quote).join(', ')}, "delFlag"`,
      when: `old.${LIVE} and old.${quote(ref.by)} is not null`,
    },
  });
}

/** Adds the trigger on the target table that refuses a change after which a referenced row violates `x-ref.where`. */
function addUpdateTrigger(reference: Reference, condition: string, model: Model, lookups: Lookups): void {
  const { entity, field, ref, target } = reference;
  const name = ruleName(entity, `${field.name}$bound`, 'ref');
  const fields = [...fieldsRead(scopeOf(target, model).environment.parse(ref.where!).ast, 'self')];
  lookups.functions.push({ name, body: boundBody(reference, name, condition) });
  lookups.triggers.push({
    entity: target.extends ?? target.name,
    trigger: {
      name,
      function: name,
      rule: { ...referenceRule(entity, field, ref), conditionFields: fields },
      event: `after update of ${fields.map(quote).join(', ')}`,
      when: ['old', 'new'].map((row) => `${row}.${LIVE}`).join(' and '),
    },
  });
}

/** Condition that the new row belongs to the subtype; empty for other entities. */
const subtypeCondition = ({ discriminator }: Entity): string[] =>
  discriminator ? [`new.${quote(discriminator.field)} = ${literal(discriminator.value)}`] : [];

/**
 * The columns whose change fires the trigger. With a condition these are all writable columns: a save checks again
 * whether the target meets the condition. Columns that only operations and formulas write do not fire it.
 */
const triggeringColumns = ({ entity, field }: Reference, condition: string | undefined): string[] =>
  condition === undefined
    ? ownColumns({ field })
    : [
        ...new Set([
          ...ownColumns({ field }),
          ...entity.fields
            .filter((own) => !own.readOnly && !own.state && (!own.compute || own.compute.overridable))
            .map(({ name }) => name),
        ]),
      ];

/** The compared columns of the referring row; `targetColumns` are those of the target in the same order. */
const ownColumns = ({ field }: Pick<Reference, 'field'>): string[] => [
  field.name,
  ...Object.keys(field.ref!.match ?? {}),
];
const targetColumns = ({ ref }: Pick<Reference, 'ref'>): string[] => [ref.by, ...Object.values(ref.match ?? {})];

/**
 * The FROM and WHERE clauses that find a live target row.
 *
 * @param value SQL of the code, as text
 * @param valueOf SQL of the value that a matched column must have; default: the value in the new referring row
 */
function targetRow(
  { ref, target }: Reference,
  value: string,
  condition?: string,
  valueOf: (own: string, ofTarget: string) => string = (own) => `new.${quote(own)}`,
): string {
  const type = columnType(fieldNamed(target, ref.by));
  const by = quote(ref.by);
  // an id is compared as a number, so that the primary key is used; a text that is not a number matches no row
  const id = `case when ${value} ~ '^[0-9]{1,18}$' then (${value})::bigint end`;
  const comparison =
    type === 'text' ? `${by} = ${value}` : type === 'bigint' ? `${by} = ${id}` : `${by}::text = ${value}`;
  const match = Object.entries(ref.match ?? {})
    .map(([own, ofTarget]) => ` and ${quote(ofTarget)}::text = ${valueOf(own, ofTarget)}::text`)
    .join('');
  return `from public.${quote(target.table)} where ${comparison}${match} and ${LIVE}${condition === undefined ? '' : ` and (${condition})`}`;
}

const asText = (field: Field, expression: string): string =>
  columnType(field) === 'text' ? expression : `${expression}::text`;

function valueBody(reference: Reference, name: string, condition: string | undefined): string {
  const { field } = reference;
  const column = quote(field.name);
  const unchanged = `
  if tg_op = 'UPDATE' and ${ownColumns(reference)
    .map((own) => `old.${quote(own)} is not distinct from new.${quote(own)}`)
    .join(' and ')} and old."delFlag" = new."delFlag" then
    return null;
  end if;`;
  return `begin${condition === undefined ? unchanged : ''}
  perform ${targetRow(reference, asText(field, `new.${column}`), condition)} limit 1 for share;
  if not found then
${refusalOfTarget(reference, name, { value: `new.${column}`, text: asText(field, `new.${column}`), condition })}
  end if;
  return null;
end`;
}

function listBody(reference: Reference, name: string, condition: string | undefined): string {
  const { field } = reference;
  const column = quote(field.name);
  return `declare
  "$code" text;
begin
  for "$code" in select distinct e.value from jsonb_array_elements_text(new.${column}) e order by 1 loop
${
  condition === undefined
    ? `    continue when tg_op = 'UPDATE' and old."delFlag" = 'N' and old.${column} ? "$code";
`
    : ''
}    perform ${targetRow(reference, '"$code"', condition)} limit 1 for share;
    if not found then
${refusalOfTarget(reference, name, { value: '"$code"', text: '"$code"', condition })}
    end if;
  end loop;
  return null;
end`;
}

/**
 * Statement that refuses a code without a target row. With a condition, the hint says whether no live row has the code,
 * or none of them meets the condition.
 *
 * @param code SQL of the code: `value` as it is stored, `text` as text
 */
function refusalOfTarget(
  reference: Reference,
  name: string,
  { value, text, condition }: { value: string; text: string; condition: string | undefined },
): string {
  const { field, target } = reference;
  const detail = `'Key (${sqlText(field.name)})=(' || ${value} || ') is not present in table ${sqlText(quote(target.table))}.'`;
  const hint = `case when exists (select ${targetRow(reference, text)}) then '' else ${literal(MISSING_TARGET)} end`;
  return refusal(reference, name, detail, condition === undefined ? undefined : hint);
}

/** Condition that a live row refers to the old version of the target row. */
function isReferredTo({ entity, field, ref }: Reference): string {
  const [by, column] = [quote(ref.by), quote(field.name)];
  const match = Object.entries(ref.match ?? {})
    .map(([own, ofTarget]) => ` and ${quote(own)}::text = old.${quote(ofTarget)}::text`)
    .join('');
  const comparison =
    field.kind === 'multiRef'
      ? `${column} ? old.${by}::text`
      : `${column} = old.${by}${columnType(field) === 'text' ? '::text' : ''}`;
  return `exists (select from public.${quote(entity.table)} where ${LIVE} and ${comparison}${match})`;
}

/** Detail of the error for a target row that is still referenced, in the words of PostgreSQL. */
const stillReferenced = ({ entity, ref, target }: Reference): string =>
  `'Key (${sqlText(ref.by)})=(' || old.${quote(ref.by)} || ') of table ${sqlText(quote(target.table))} is still referenced from table ${sqlText(quote(entity.table))}.'`;

function boundBody(reference: Reference, name: string, condition: string): string {
  const { ref } = reference;
  return `begin
  if not exists (select ${targetRow(reference, `new.${quote(ref.by)}::text`, condition, (_own, ofTarget) => `new.${quote(ofTarget)}`)}) and ${isReferredTo(reference)} then
${refusal(reference, name, stillReferenced(reference))}
  end if;
  return null;
end`;
}

function targetBody(reference: Reference, name: string): string {
  const { ref } = reference;
  const by = quote(ref.by);
  return `begin
  if tg_op = 'UPDATE' and new.${LIVE} and ${targetColumns(reference)
    .map((column) => `new.${quote(column)} = old.${quote(column)}`)
    .join(' and ')} then
    return null;
  end if;
  -- of two that let the last two rows of a code go at once, the second waits here and then sees what the first did
  perform pg_advisory_xact_lock(hashtextextended(${literal(`${name}:`)} || old.${by}, 0));
  if not exists (select ${targetRow(reference, `old.${by}::text`, undefined, (_own, ofTarget) => `old.${quote(ofTarget)}`)})
    and ${isReferredTo(reference)} then
${refusal(reference, name, stillReferenced(reference))}
  end if;
  return null;
end`;
}

/** Statement that raises the error of a foreign key, with the name of the trigger as constraint. */
function refusal({ entity, field }: Reference, name: string, detail: string, hint?: string): string {
  return `    raise exception using errcode = 'foreign_key_violation', message = ${literal(`reference "${name}" on table "${entity.table}" is violated`)},
      detail = ${detail},${hint === undefined ? '' : `\n      hint = ${hint},`}
      schema = 'public', table = ${literal(entity.table)}, column = ${literal(field.name)}, constraint = ${literal(name)};`;
}

/** Escapes a text for use inside an SQL literal. */
const sqlText = (text: string): string => text.replaceAll("'", "''");
