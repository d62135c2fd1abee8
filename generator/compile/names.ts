import { createHash } from 'node:crypto';

/** The table of an entity: its name in snake_case. */
export const tableName = (entity: string): string => entity.replaceAll('-', '_');

/** The type of an entity's rows: `policy-stage` is `PolicyStage`. */
export const typeName = ({ name }: { name: string }): string =>
  name.replace(/(^|-)(.)/g, (_, _dash, letter: string) => letter.toUpperCase());

/**
 * The name of a constraint, by which the server finds the rule when PostgreSQL refuses a row. PostgreSQL keeps 63 bytes
 * of a name; a longer one ends in a hash, so that it stays unique.
 *
 * @param type type of the rule (`unique`, `order`, …)
 */
export function constraintName(table: string, id: string, type: string): string {
  const name = `${table}_${id}_${type}`;
  if (Buffer.byteLength(name) <= 63) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, 54 - hash.length)}_${hash}`;
}

/** The constraint name of a rule of an entity; a subtype uses its own name, because the table is shared. */
export const ruleName = ({ name }: { name: string }, id: string, type: string): string =>
  constraintName(tableName(name), id, type);

/** The generated column with the value of `field` while the row is live, else null; references point to it. */
export const liveColumn = (field: string): string => `${field}$live`;
