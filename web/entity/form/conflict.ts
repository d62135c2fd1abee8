import type { Entity, Field } from '../../../generator/model/types.ts';
import type { Row } from '../../kinds/types.ts';
import { isWritable, sameValue } from './values.ts';

export type Side = 'mine' | 'theirs';

/** A field on which my draft, the row as I read it and the row as it is now do not all agree. */
export interface Difference {
  field: Field;
  original: unknown;
  mine: unknown;
  theirs: unknown;
  /** both changed it, and not to the same */
  clash: boolean;
  /** what is proposed: what only one of us changed stays changed, and on a clash mine, which I have in mind */
  proposed: Side;
}

/** The differences between my draft and the row as it is now, in the entity's order. */
export function differencesOf(entity: Entity, original: Row, mine: Row, theirs: Row): Difference[] {
  return entity.fields.filter(isWritable).flatMap((field): Difference[] => {
    const { name } = field;
    const mineChanged = !sameValue(original[name], mine[name]);
    const theirsChanged = !sameValue(original[name], theirs[name]);
    if (!theirsChanged && !mineChanged) return [];
    const clash = mineChanged && theirsChanged && !sameValue(mine[name], theirs[name]);
    return [{ field, original: original[name], mine: mine[name], theirs: theirs[name], clash, proposed: mineChanged ? 'mine' : 'theirs' }];
  });
}

/** The values that were decided, by field. */
export const decided = (differences: readonly Difference[], choice: (difference: Difference) => Side): Row =>
  Object.fromEntries(differences.map((difference) => [difference.field.name, difference[choice(difference)] ?? null]));
