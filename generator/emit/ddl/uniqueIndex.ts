import { ruleName } from '../../compile/names.ts';
import { literal, quote } from '../../language/sqlText.ts';
import type { Entity, Model } from '../../model/entity.ts';
import type { Field } from '../../model/field.ts';
import type { NoOverlap, Unique } from '../../model/rule.ts';
import { columnType, fieldNamed } from './columnType.ts';
import { sqlOf } from './expressions.ts';
import { refusalMessageOf } from './refusalMessage.ts';
import type { RefusalMessage, IndexShape } from './shape.ts';
import { liveOf } from './sql.ts';

/** Maximum of characters in a B-tree entry: 2704 bytes, with up to 4 bytes a character. */
const MAX_ENTRY_LENGTH = 676;
/** Characters of an MD5 hash; columns of at most this length are not hashed. */
const HASH_LENGTH = 32;

/**
 * The expressions that an index compares. If the texts together can exceed the length of an entry, long ones are
 * hashed. With `ignoreCase`, texts are in lower case.
 */
export function comparedColumns(entity: Entity, fields: readonly string[], ignoreCase = false): string[] {
  const lengths = fields.map((name) => textLength(fieldNamed(entity, name)));
  const tooLong = lengths.reduce((total, length) => total + length, 0) > MAX_ENTRY_LENGTH;
  return fields.map((name, index) => {
    const column = ignoreCase && lengths[index]! > 0 ? `lower(${quote(name)})` : quote(name);
    return tooLong && lengths[index]! > HASH_LENGTH ? `md5(${column})` : column;
  });
}

const textLength = (field: Field): number => (columnType(field) === 'text' ? (field.maxLength ?? 0) : 0);

/** A unique index: the columns and rows that it compares, and the rule that it enforces. */
interface UniqueIndex extends Pick<RefusalMessage, 'key' | 'message'> {
  id: string;
  type: 'unique' | 'forever' | 'sequence';
  fields: string[];
  where?: string | undefined;
  ignoreCase?: boolean | undefined;
  /** absent values are equal to each other */
  absentIsOne?: boolean | undefined;
  /** the fields at which a refusal is reported; default: all compared fields */
  reportAt?: string[];
}

/** Creates a unique index over the rows that meet `where`. */
export const uniqueIndex = (
  entity: Entity,
  { id, type, fields, where, ignoreCase, absentIsOne, reportAt, ...message }: UniqueIndex,
): IndexShape => ({
  name: ruleName(entity, id, type),
  unique: true,
  definition: `using btree (${comparedColumns(entity, fields, ignoreCase).join(', ')})${absentIsOne ? ' nulls not distinct' : ''}${where === undefined ? '' : ` where ${where}`}`,
  rule: { entity: entity.name, type, id, fields: reportAt ?? fields, ...refusalMessageOf(message) },
  violations: duplicates(entity, fields, where, { ignoreCase, absentIsOne }),
});

/** Query: the number of rows whose values are not unique, and the id of one of them. */
export function duplicates(
  entity: Entity,
  fields: readonly string[],
  where: string | undefined,
  {
    ignoreCase = false,
    absentIsOne = false,
  }: { ignoreCase?: boolean | undefined; absentIsOne?: boolean | undefined } = {},
): string {
  const present = absentIsOne ? [] : fields.map((field) => `${quote(field)} is not null`);
  const compared = [...(where === undefined ? [] : [where]), ...present].join(' and ') || 'true';
  const repeated = `select count(*) as n, min(id) as one from public.${quote(entity.table)} where ${compared} group by ${comparedColumns(entity, fields, ignoreCase).join(', ')} having count(*) > 1`;
  return `select coalesce(sum(n), 0), min(one) from (${repeated}) as repeated`;
}

/**
 * The condition for the rows of a rule: live rows (all rows for `forever`) that meet its `where`.
 *
 * @throws Error for a `where` that cannot be printed as SQL
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
