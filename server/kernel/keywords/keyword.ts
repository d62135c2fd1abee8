import type { KeywordName } from '../../../generator/keywords/names.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime } from '../registry.ts';
import type { Row } from '../write/body.ts';
import type { RowSave, Saved } from '../write/change.ts';

/**
 * A way to write many rows of an entity in one statement. `…WithParent`: the rows are written by an operation on their
 * parent, which is locked and whose own steps cover them.
 */
export type SetWrite = 'create' | 'update' | 'createWithParent' | 'updateWithParent' | 'deleteWithParent';

/**
 * What a keyword, or a field kind, adds to the saves of an entity that uses it. Its functions are called by the steps of
 * a save (`server/kernel/write`), in the order in which they stand here.
 */
export interface SaveKeyword {
  /** the keyword; for a field kind, the kind */
  word: KeywordName | 'file' | 'password';
  /** Whether it adds anything to saves of the entity. */
  concerns(entity: Entity): boolean;
  /** `lock`: the row is locked before it changes, so that other rows agree with it; `transaction`: that is enough */
  needs?: 'lock' | 'transaction';
  /** Set writes that would omit what it adds: there each row is saved by itself. */
  rowByRow?(entity: Entity): readonly SetWrite[];

  /** load: takes locks that come before the lock of the stored row. */
  lock?(runtime: EntityRuntime, id: string, context: Context): Promise<void>;
  /** load: adds to `save.body.violations` what an update may not change. */
  checkInput?(save: RowSave, before: Row): void;
  /** gate: refuses what other rows do not allow. @throws Refusal */
  gate?(save: RowSave): Promise<void>;
  /** set: sets values before the formulas are evaluated. */
  set?(save: RowSave): Promise<void>;
  /** complete: sets values of the valid row. */
  complete?(save: RowSave): Promise<void>;
  /** write: writes what belongs to a row that was written. */
  written?(save: RowSave, saved: Saved, action: string): Promise<void>;
  /** after: changes other rows, once the children are saved. @param saved the row with what its children changed in it */
  after?(save: RowSave, saved: Saved): Promise<void>;
}
