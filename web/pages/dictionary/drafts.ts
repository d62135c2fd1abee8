import type { FieldProblem } from '../../api/error.ts';
import type { Row } from '../../fields/types.ts';

/** An entry as the list answers it. */
type Stored = Row & { id: string; rev: number };

/** An entry while it is edited: as it is stored, if it is, and what was changed of it. */
export interface Draft {
  key: string;
  /** absent in a new one */
  stored?: Stored;
  changes: Record<string, unknown>;
  problems: readonly FieldProblem[];
}

/** The value of a field as the draft has it. */
export const valueOf = (draft: Draft, name: string): unknown =>
  name in draft.changes ? draft.changes[name] : draft.stored?.[name];

/** Whether there is something to save. */
export const isChanged = (draft: Draft): boolean => draft.stored === undefined || Object.keys(draft.changes).length > 0;

/** The draft with another value; back at what is stored it is no change. */
export function withValue(draft: Draft, name: string, value: unknown): Draft {
  const { [name]: _before, ...others } = draft.changes;
  const same = draft.stored !== undefined && (draft.stored[name] ?? null) === (value ?? null);
  return {
    ...draft,
    changes: same ? others : { ...others, [name]: value },
    problems: draft.problems.filter(({ field }) => field !== name),
  };
}

/**
 * What is stored now, with the changes that were not saved yet; an entry that went is gone with its changes. New ones
 * come first, where they are in sight.
 */
export function merged(rows: readonly Stored[], drafts: readonly Draft[]): Draft[] {
  const known = new Map(drafts.map((draft) => [draft.key, draft]));
  return [
    ...drafts.filter(({ stored }) => stored === undefined),
    ...rows.map((stored): Draft => ({ key: stored.id, changes: {}, problems: [], ...known.get(stored.id), stored })),
  ];
}
