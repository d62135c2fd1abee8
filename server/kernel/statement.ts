import { createHash } from 'node:crypto';

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
 * Prints an array of texts, numbers and nulls as an SQL array literal. The conversion of the driver supports any value,
 * but is several times slower.
 */
export const arrayText = (values: readonly (string | number | null)[]): string =>
  `{${values.map(arrayElement).join(',')}}`;

function arrayElement(value: string | number | null): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  return `"${/["\\]/.test(value) ? value.replaceAll(/["\\]/g, '\\$&') : value}"`;
}

const names = new Map<string, string>();
const MAX_NAMES = 2000;

/**
 * Name under which a statement is prepared once on each connection; undefined if there are too many names. Only for
 * statements whose plan does not depend on their values; text and range searches are planned for each call (decision
 * 1).
 */
function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_NAMES) return undefined;
  const name = `b_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  names.set(text, name);
  return name;
}

/** Creates a query for the driver. @param repeats whether the statement runs often, so that it is prepared */
export function statement(
  text: string,
  values: unknown[],
  repeats: boolean,
): { text: string; values: unknown[]; name?: string } {
  const name = repeats ? statementName(text) : undefined;
  return name === undefined ? { text, values } : { text, values, name };
}
