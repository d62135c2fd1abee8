import { titlesOf } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, Label } from '../../../generator/model/field.ts';
import type { Row } from '../../fields/types.ts';
import type { Draft } from './draft.ts';
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
  /** the part that it is a field of; absent for the record itself */
  part?: Part;
  /** what is proposed: what only one of us changed stays changed, and on a clash mine, which I have in mind */
  proposed: Side;
}

/** A row of a child of the record, as it was read. */
export interface Part {
  entity: Entity;
  id: unknown;
  title: Label;
  row: Row;
}

/** A record that somebody else saved meanwhile, with the parts that I changed. */
export interface Conflicting extends Pick<Draft, 'entity' | 'original' | 'values' | 'rebase'> {
  readonly children: ReadonlyMap<string, { readonly rows: readonly Draft[] }>;
}

/** Names one part among all of a record. */
export const childKey = (entity: string, id: unknown): string => `${entity} ${String(id)}`;

/**
 * The differences in the parts that I changed and somebody else did too; what only one of us touched needs no decision.
 */
export function childDifferencesOf(draft: Pick<Conflicting, 'children'>, current: Row): Difference[] {
  return [...draft.children].flatMap(([name, children]) => {
    const now = new Map(((current[name] as Row[] | undefined) ?? []).map((row) => [row['id'], row]));
    return children.rows
      .filter((row) => row.original && row.isDirty())
      .flatMap((row) => {
        const original = row.original!;
        const theirs = now.get(original['id']);
        if (!theirs || theirs['rev'] === original['rev']) return [];
        const part: Part = {
          entity: row.entity,
          id: original['id'],
          title: titlesOf(row.entity, original),
          row: original,
        };
        return differencesOf(row.entity, original, row.values, theirs).map((difference) => ({ ...difference, part }));
      });
  });
}

/** The differences between my draft and the row as it is now, in the entity's order. */
export function differencesOf(entity: Entity, original: Row, mine: Row, theirs: Row): Difference[] {
  return entity.fields.filter(isWritable).flatMap((field): Difference[] => {
    const { name } = field;
    const mineChanged = !sameValue(original[name], mine[name]);
    const theirsChanged = !sameValue(original[name], theirs[name]);
    if (!theirsChanged && !mineChanged) return [];
    const clash = mineChanged && theirsChanged && !sameValue(mine[name], theirs[name]);
    return [
      {
        field,
        original: original[name],
        mine: mine[name],
        theirs: theirs[name],
        clash,
        proposed: mineChanged ? 'mine' : 'theirs',
      },
    ];
  });
}

/** The values that were decided for the record itself, by field. */
export const decided = (differences: readonly Difference[], choice: (difference: Difference) => Side): Row =>
  Object.fromEntries(
    differences
      .filter(({ part }) => !part)
      .map((difference) => [difference.field.name, difference[choice(difference)] ?? null]),
  );

/** The values that were decided for its parts, by `childKey`. */
export function decidedChildren(
  differences: readonly Difference[],
  choice: (difference: Difference) => Side,
): ReadonlyMap<string, Row> {
  const values = new Map<string, Row>();
  for (const difference of differences) {
    const { part, field } = difference;
    if (!part) continue;
    const key = childKey(part.entity.name, part.id);
    values.set(key, { ...values.get(key), [field.name]: difference[choice(difference)] ?? null });
  }
  return values;
}
