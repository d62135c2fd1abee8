import { ruleName } from '../../compile/names.ts';
import type { Entity, Model } from '../../model/entity.ts';
import type { Field } from '../../model/field.ts';
import type { NoOverlap, Unique } from '../../model/rule.ts';
import { columnType, fieldNamed } from './columnType.ts';
import { sqlOf } from './expressions.ts';
import { refusalMessageOf } from './refusalMessage.ts';
import type { RefusalMessage, IndexShape } from './shape.ts';
import { literal, liveOf, quote } from './sql.ts';

/** A b-tree takes entries of up to 2704 bytes, and a character has up to 4. */
const MAX_ENTRY_LENGTH = 676;
/** Characters of a hash; shorter texts are compared as they are. */
const HASH_LENGTH = 32;

/**
 * The columns as an index compares them: hashes of texts that together may be too long, lower case if case is ignored.
 */
export function comparedColumns(entity: Entity, fields: readonly string[], ignoreCase = false): string[] {
  const lengths = fields.map((name) => textLength(fieldNamed(entity, name)));
  const tooLong = lengths.reduce((total, length) => total + length, 0) > MAX_ENTRY_LENGTH;
  return fields.map((name, place) => {
    const column = ignoreCase && lengths[place]! > 0 ? `lower(${quote(name)})` : quote(name);
    return tooLong && lengths[place]! > HASH_LENGTH ? `md5(${column})` : column;
  });
}

const textLength = (field: Field): number => (columnType(field) === 'text' ? (field.maxLength ?? 0) : 0);

/** The columns and rows that a unique index compares, and the rule that it enforces. */
interface Compared extends Pick<RefusalMessage, 'key' | 'message'> {
  id: string;
  sort: 'unique' | 'forever' | 'sequence';
  fields: string[];
  where?: string | undefined;
  ignoreCase?: boolean | undefined;
  /** the fields at which a refusal is reported; absent: all of them */
  blame?: string[];
}

/** Creates a unique index over the rows that meet `where`. */
export const uniqueIndex = (
  entity: Entity,
  { id, sort, fields, where, ignoreCase, blame, ...wording }: Compared,
): IndexShape => ({
  name: ruleName(entity, id, sort),
  unique: true,
  definition: `using btree (${comparedColumns(entity, fields, ignoreCase).join(', ')})${where === undefined ? '' : ` where ${where}`}`,
  rule: { entity: entity.name, sort, id, fields: blame ?? fields, ...refusalMessageOf(wording) },
  breaks: duplicates(entity, fields, where, ignoreCase),
});

/** Query: number of rows with equal values, and the id of one of them. */
export function duplicates(
  entity: Entity,
  fields: readonly string[],
  where: string | undefined,
  ignoreCase = false,
): string {
  const present = fields.map((field) => `${quote(field)} is not null`).join(' and ');
  const repeated = `select count(*) as n, min(id) as one from public.${quote(entity.table)} where ${where === undefined ? '' : `${where} and `}${present} group by ${comparedColumns(entity, fields, ignoreCase).join(', ')} having count(*) > 1`;
  return `select coalesce(sum(n), 0), min(one) from (${repeated}) as repeated`;
}

/**
 * The condition for the rows of a rule: live rows (all rows for `forever`) that meet its `where`.
 *
 * @throws Error for a `where` without a form in SQL, which an index needs
 */
export function comparedRows<T extends Unique | NoOverlap>(
  entity: Entity,
  model: Model,
  rule: T,
): T extends NoOverlap ? string : string | undefined;
export function comparedRows(entity: Entity, model: Model, rule: Unique | NoOverlap): string | undefined {
  const compared =
    'forever' in rule && rule.forever
      ? entity.discriminator && `${quote(entity.discriminator.field)} = ${literal(entity.discriminator.value)}`
      : liveOf(entity);
  if (rule.where === undefined) return compared;
  const where = sqlOf(rule.where, entity, model);
  if ('reason' in where) throw new Error(`${entity.name}: "where" of ${rule.id} has no form in SQL: ${where.reason}`);
  return compared === undefined ? `(${where.sql})` : `${compared} and (${where.sql})`;
}
