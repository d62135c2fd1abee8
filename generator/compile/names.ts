import { createHash } from 'node:crypto';

/** The table of an entity: its name in snake_case. */
export const tableName = (entity: string): string => entity.replaceAll('-', '_');

/** The type of an entity's rows: `policy-stage` is `PolicyStage`. */
export const typeName = ({ name }: { name: string }): string =>
  name.replace(/(^|-)(.)/g, (_, _dash, letter: string) => letter.toUpperCase());

/**
 * The name of a constraint, with `sort` for what it enforces (`unique`, `order`, …), from which the server finds the rule again when PostgreSQL refuses a row.
 * PostgreSQL keeps 63 bytes of a name; a longer one ends in a hash instead, so that it stays unique.
 */
export function constraintName(table: string, id: string, sort: string): string {
  const name = `${table}_${id}_${sort}`;
  if (Buffer.byteLength(name) <= 63) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, 54 - hash.length)}_${hash}`;
}

/** The name of a constraint that guards a rule of an entity: of a kind by its own name, since the table is shared. */
export const ruleName = ({ name }: { name: string }, id: string, sort: string): string =>
  constraintName(tableName(name), id, sort);

/** The stored generated column that holds `field` while the row is live, else null; references point to it. */
export const liveColumn = (field: string): string => `${field}$live`;
