import { literal, quote } from '../../language/sqlText.ts';
import type { Entity } from '../../model/entity.ts';
import type { Field, Ref } from '../../model/field.ts';
import { columnType, fieldNamed } from './columnType.ts';
import { MISSING_TARGET } from './shape.ts';
import { LIVE } from './sql.ts';

/*
 * Bodies of the functions that the triggers of references call (`referenceTriggers.ts`), in PL/pgSQL. `name` is the
 * name of the trigger, which an error states as its constraint.
 */

/** A reference with its target. */
export interface Reference {
  entity: Entity;
  field: Field;
  ref: Ref;
  target: Entity;
}

/** The compared columns of the referring row, in the order of `targetColumns`. */
export const ownColumns = ({ field }: Pick<Reference, 'field'>): string[] => [
  field.name,
  ...Object.keys(field.ref!.match ?? {}),
];
/** The compared columns of the target row. */
export const targetColumns = ({ ref }: Pick<Reference, 'ref'>): string[] => [ref.by, ...Object.values(ref.match ?? {})];

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

/** Function that finds and locks the target row of a reference with one value. @param condition SQL of `x-ref.where` */
export function valueFunction(reference: Reference, name: string, condition: string | undefined): string {
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

/** Function that finds and locks the target row of each code of a list. @param condition SQL of `x-ref.where` */
export function listFunction(reference: Reference, name: string, condition: string | undefined): string {
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

/** Function that refuses a change of a target row after which it violates `x-ref.where`, while a row refers to it. */
export function updateFunction(reference: Reference, name: string, condition: string): string {
  const { ref } = reference;
  return `begin
  if not exists (select ${targetRow(reference, `new.${quote(ref.by)}::text`, condition, (_own, ofTarget) => `new.${quote(ofTarget)}`)}) and ${isReferredTo(reference)} then
${refusal(reference, name, stillReferenced(reference))}
  end if;
  return null;
end`;
}

/** Function that refuses to delete the last live row of a code while a row refers to it. */
export function targetFunction(reference: Reference, name: string): string {
  const { ref } = reference;
  const by = quote(ref.by);
  return `begin
  if tg_op = 'UPDATE' and new.${LIVE} and ${targetColumns(reference)
    .map((column) => `new.${quote(column)} = old.${quote(column)}`)
    .join(' and ')} then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
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
