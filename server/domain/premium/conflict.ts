import { Refusal } from '../../errors.ts';
import type { Row } from '../../kernel/row.ts';

/** A refusal (409) of an operation that concerns the whole record, and no field of it. */
export const conflict = (key: string, params: Row = {}): Refusal =>
  new Refusal('conflict', key, params, [{ field: '', key, params }]);
