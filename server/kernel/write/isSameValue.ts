/** Whether two JSON values are equal. Undefined and null are equal. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  (a ?? null) === (b ?? null) ||
  (typeof a === 'object' && typeof b === 'object' && a !== null && JSON.stringify(a) === JSON.stringify(b));
