/** Audience of a schema change: staff at the screens, callers of the API, or operators of the database. */
export type Audience = 'staff' | 'api' | 'data';

/** One difference between two models, as a sentence for a reviewer. */
export interface Change {
  /** name of the entity in the later model */
  entity: string;
  audience: Audience;
  /** calls or data that were valid may be refused, missing or lost */
  breaking: boolean;
  text: string;
}

/** Collects the changes of one entity. */
export class Notes {
  readonly entity: string;
  readonly changes: Change[] = [];

  constructor(entity: string) {
    this.entity = entity;
  }

  add(audience: Audience, text: string): void {
    this.changes.push({ entity: this.entity, audience, breaking: false, text });
  }

  break(audience: Audience, text: string): void {
    this.changes.push({ entity: this.entity, audience, breaking: true, text });
  }
}

/** Pairs the items of two lists by name, and lists those that only one of them has. */
export function pairByName<T>(
  before: readonly T[],
  after: readonly T[],
  nameOf: (one: T) => string,
): { removed: T[]; added: T[]; both: [T, T][] } {
  const then = new Map(before.map((one) => [nameOf(one), one]));
  const now = new Map(after.map((one) => [nameOf(one), one]));
  return {
    removed: before.filter((one) => !now.has(nameOf(one))),
    added: after.filter((one) => !then.has(nameOf(one))),
    both: after.flatMap((one): [T, T][] => {
      const other = then.get(nameOf(one));
      return other ? [[other, one]] : [];
    }),
  };
}

/** Whether two parts of a model are equal, in any order of keys. */
export const same = (a: unknown, b: unknown): boolean => sorted(a) === sorted(b);

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? '';
