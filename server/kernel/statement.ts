import { createHash } from 'node:crypto';

/** `"vslCde"`: an identifier of the model as SQL. */
export const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;

/** A text constant of the model as SQL; never for a caller's values, which are bound. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Bound values of a statement, numbered in the order in which they are added. */
export class Values {
  readonly list: unknown[] = [];

  /** Binds a value. @returns its placeholder */
  bind(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/**
 * An array literal of texts, numbers and nulls. The driver's own conversion, which supports any value, is several times
 * slower.
 */
export const arrayText = (values: readonly (string | number | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : typeof value === 'string' ? `"${/["\\]/.test(value) ? value.replaceAll(/["\\]/g, '\\$&') : value}"` : String(value))).join(',')}}`;

const names = new Map<string, string>();
const MAX_NAMES = 2000;

/**
 * The name under which a statement is prepared once on each connection. Only for shapes with few variants: a text or
 * range search keeps its own plan and stays unnamed (architecture.md, "Speed" 2).
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_NAMES) return undefined;
  const name = `b_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  names.set(text, name);
  return name;
}

/** A query for pg: prepared under a name when `repeats`. */
export function statement(
  text: string,
  values: unknown[],
  repeats: boolean,
): { text: string; values: unknown[]; name?: string } {
  const name = repeats ? statementName(text) : undefined;
  return name === undefined ? { text, values } : { text, values, name };
}
