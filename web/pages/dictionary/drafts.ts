import type { FieldProblem } from '../../api/error.ts';
import type { Row } from '../../fields/types.ts';

/** An entry as the API returns it. */
type Stored = Row & { id: string; rev: number };

/** An entry that is edited: the stored entry and its changes. */
export interface Draft {
  key: string;
  /** absent for a new entry */
  stored?: Stored;
  changes: Record<string, unknown>;
  problems: readonly FieldProblem[];
}

/** The value of a field in a draft. */
export const valueOf = (draft: Draft, name: string): unknown =>
  name in draft.changes ? draft.changes[name] : draft.stored?.[name];

/** Whether a draft has changes to save. */
export const isChanged = (draft: Draft): boolean => draft.stored === undefined || Object.keys(draft.changes).length > 0;

/** Sets a value of a draft. Setting the stored value removes the change. */
export function withValue(draft: Draft, name: string, value: unknown): Draft {
  const { [name]: _before, ...others } = draft.changes;
  const same = draft.stored !== undefined && (draft.stored[name] ?? null) === (value ?? null);
  return {
    ...draft,
    changes: same ? others : { ...others, [name]: value },
    problems: draft.problems.filter(({ field }) => field !== name),
  };
}

/** Merges stored entries with unsaved changes. Changes of deleted entries are dropped; new entries come first. */
export function merged(rows: readonly Stored[], drafts: readonly Draft[]): Draft[] {
  const known = new Map(drafts.map((draft) => [draft.key, draft]));
  return [
    ...drafts.filter(({ stored }) => stored === undefined),
    ...rows.map((stored): Draft => ({ key: stored.id, changes: {}, problems: [], ...known.get(stored.id), stored })),
  ];
}
