/** Audience of a schema change: staff at the screens, callers of the API, or operators of the database. */
export type Audience = 'staff' | 'api' | 'data';

/** One difference between two models, as a sentence for a reviewer. */
export interface Change {
  /** name of the entity in the later model, or in the earlier one if it was removed */
  entity: string;
  audience: Audience;
  /** whether valid calls or data can become refused, missing or lost */
  breaking: boolean;
  text: string;
}

/** Collects the changes of one entity: `add` for compatible changes, `break` for breaking ones. */
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
  nameOf: (item: T) => string,
): { removed: T[]; added: T[]; both: [T, T][] } {
  const earlier = new Map(before.map((item) => [nameOf(item), item]));
  const later = new Map(after.map((item) => [nameOf(item), item]));
  return {
    removed: before.filter((item) => !later.has(nameOf(item))),
    added: after.filter((item) => !earlier.has(nameOf(item))),
    both: after.flatMap((item): [T, T][] => {
      const other = earlier.get(nameOf(item));
      return other ? [[other, item]] : [];
    }),
  };
}

/** Whether two parts of a model are equal, regardless of the order of keys. */
export const isSame = (a: unknown, b: unknown): boolean => sorted(a) === sorted(b);

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? '';
