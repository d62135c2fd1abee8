import { titlesOf } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, Label } from '../../../generator/model/field.ts';
import type { Row } from '../../fields/types.ts';
import type { RowDraft } from './rowDraft.ts';
import { isWritable, isSameValue } from './values.ts';

/** Whose value of a field is kept. */
export type Side = 'mine' | 'theirs';

/** A field whose values differ between my draft, the row as I read it, and the stored row. */
export interface Difference {
  field: Field;
  original: unknown;
  mine: unknown;
  theirs: unknown;
  /** both sides changed it, to different values */
  clash: boolean;
  /** the child row that has the field; absent for a field of the record itself */
  child?: ConflictingChild;
  /** the proposed side: the one that changed the field; mine if both did */
  proposed: Side;
}

/** A row of a child of the record, as it was read. */
export interface ConflictingChild {
  entity: Entity;
  id: unknown;
  title: Label;
  row: Row;
}

/** A record that somebody else saved meanwhile, with the child rows that I changed. */
export interface Conflicting extends Pick<RowDraft, 'entity' | 'original' | 'values'> {
  rebase(current: Row, decided: Row, children?: ReadonlyMap<string, Row>): void;
  readonly children: ReadonlyMap<string, { readonly rows: readonly RowDraft[] }>;
}

/** Identifies a child row among all child rows of a record. */
export const childKey = (entity: string, id: unknown): string => `${entity} ${String(id)}`;

/** The differences in child rows that both sides changed; other rows need no decision. */
export function childDifferencesOf(draft: Pick<Conflicting, 'children'>, current: Row): Difference[] {
  return [...draft.children].flatMap(([name, children]) => {
    const now = new Map(((current[name] as Row[] | undefined) ?? []).map((row) => [row['id'], row]));
    return children.rows
      .filter((row) => row.original && row.isDirty())
      .flatMap((row) => {
        const original = row.original!;
        const theirs = now.get(original['id']);
        if (!theirs || theirs['rev'] === original['rev']) return [];
        const child: ConflictingChild = {
          entity: row.entity,
          id: original['id'],
          title: titlesOf(row.entity, original),
          row: original,
        };
        return differencesOf(row.entity, original, row.values, theirs).map((difference) => ({ ...difference, child }));
      });
  });
}

/** The differences between my draft and the stored row, in the order of the entity's fields. */
export function differencesOf(entity: Entity, original: Row, mine: Row, theirs: Row): Difference[] {
  return entity.fields.filter(isWritable).flatMap((field): Difference[] => {
    const { name } = field;
    const mineChanged = !isSameValue(original[name], mine[name]);
    const theirsChanged = !isSameValue(original[name], theirs[name]);
    if (!theirsChanged && !mineChanged) return [];
    const clash = mineChanged && theirsChanged && !isSameValue(mine[name], theirs[name]);
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

/** The chosen values of the record itself, by field. */
export const decidedValues = (differences: readonly Difference[], choice: (difference: Difference) => Side): Row =>
  Object.fromEntries(
    differences
      .filter(({ child }) => !child)
      .map((difference) => [difference.field.name, difference[choice(difference)] ?? null]),
  );

/** The chosen values of its child rows, by `childKey`. */
export function decidedChildValues(
  differences: readonly Difference[],
  choice: (difference: Difference) => Side,
): ReadonlyMap<string, Row> {
  const values = new Map<string, Row>();
  for (const difference of differences) {
    const { child, field } = difference;
    if (!child) continue;
    const key = childKey(child.entity.name, child.id);
    values.set(key, { ...values.get(key), [field.name]: difference[choice(difference)] ?? null });
  }
  return values;
}
