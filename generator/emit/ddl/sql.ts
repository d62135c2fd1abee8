import { createHash } from 'node:crypto';
import { literal, quote } from '../../language/sqlText.ts';
import type { Entity } from '../../model/entity.ts';

/** Condition that a row is not deleted. All statements use this text, so that the partial indexes match. */
export const LIVE = `"delFlag" = 'N'`;

/** Condition that a row is not deleted and belongs to the entity, not to another subtype in the same table. */
export const liveOf = ({ discriminator }: Pick<Entity, 'discriminator'>): string =>
  discriminator ? `${LIVE} and ${quote(discriminator.field)} = ${literal(discriminator.value)}` : LIVE;

/** Identifiers as a list in SQL. */
export const quoteAll = (names: readonly string[]): string => names.map(quote).join(', ');

/** A JSON constant as an SQL expression of a column's type. */
export function constant(value: unknown, type: string): string {
  if (type === 'jsonb') return `${literal(JSON.stringify(value))}::jsonb`;
  return typeof value === 'number' ? String(value) : literal(String(value));
}

/** Table name with its schema. */
export const qualified = (table: { schema: string; name: string }): string => `${table.schema}.${quote(table.name)}`;

/**
 * The comment of a constraint, index, column, function or trigger: a hash of its definition. The migration compares it
 * to detect changes, because PostgreSQL rewrites the text of definitions.
 */
export const mark = (definition: string): string =>
  `definition ${createHash('sha256').update(definition).digest('hex').slice(0, 16)}`;
