import { createHash } from 'node:crypto';

/** The table of an entity: its name in snake_case. */
export const tableName = (entity: string): string => entity.replaceAll('-', '_');

/** Name of the TypeScript type of an entity's rows: `PolicyStage` for `policy-stage`. */
export const typeName = ({ name }: { name: string }): string =>
  name.replace(/(^|-)(.)/g, (_, _dash, letter: string) => letter.toUpperCase());

/**
 * Name of the constraint of a rule. The server finds the rule by it when PostgreSQL refuses a row. PostgreSQL cuts
 * names after 63 bytes, so a longer name is shortened and ends in a hash, to be unique.
 *
 * @param type type of the rule (`unique`, `order`, …)
 */
export function constraintName(table: string, id: string, type: string): string {
  const name = `${table}_${id}_${type}`;
  if (Buffer.byteLength(name) <= 63) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, 54 - hash.length)}_${hash}`;
}

/** Constraint name of a rule of an entity. It begins with the entity's name, because subtypes share a table. */
export const ruleName = ({ name }: { name: string }, id: string, type: string): string =>
  constraintName(tableName(name), id, type);

/**
 * Name of the generated column with the value of `field` in live rows and null in deleted rows. Foreign keys use it.
 */
export const liveColumn = (field: string): string => `${field}$live`;
