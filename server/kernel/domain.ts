import type { Context } from './context.ts';
import type { Body, Row } from './write/body.ts';
import type { Given } from './write/rowWriter.ts';

/** A save under way, as a domain sees it. */
export interface Saving { row: Row; before?: Row; asked: Body; given: Given }

/** What a business area adds to the saving of one entity, where no schema can say it. */
export interface DomainRules {
  /** Values that the domain sets, before the row is computed and judged. @throws Refusal */
  beforeSave?(saving: Saving): Row;
  /** Runs after each write, in its transaction. */
  afterSave?(written: { row: Row; before?: Row; changes: Row; action: string }, context: Context): Promise<void>;
}
