import type { KeywordName } from '../../../generator/keywords/names.ts';
import type { Entity } from '../../../generator/model/entity.ts';

/**
 * A way to write many rows of an entity in one statement. `…WithParent`: the rows are written by an operation on their
 * parent, which is locked and whose own steps cover them.
 */
export type SetWrite = 'create' | 'update' | 'createWithParent' | 'updateWithParent' | 'deleteWithParent';

/** What a keyword, or a field kind, adds to the saves of an entity that uses it. */
export interface SaveKeyword {
  /** the keyword; for a field kind, the kind */
  word: KeywordName | 'file' | 'password';
  /** Whether a save of the entity has to do with it. */
  concerns(entity: Entity): boolean;
  /** `lock`: the row is locked before it changes, so that other rows agree with it; `transaction`: a transaction is enough */
  needs?: 'lock' | 'transaction';
  /** Set writes that would leave out what it adds to a save; each row is saved by itself there. */
  rowByRow?(entity: Entity): readonly SetWrite[];
}
