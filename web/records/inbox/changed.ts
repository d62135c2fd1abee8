import type { ApprovalRound } from '../approval/round.ts';
import type { FieldChange, HistoryEntry } from '../history/entry.ts';

/** The changes of a record between two submissions. */
export interface ChangedSince {
  /** field → its value before and now; fields that have their former value again are omitted */
  fields: FieldChange[];
  /** child entity → number of its changed rows */
  children: ReadonlyMap<string, number>;
}

/** The time of the decision or withdrawal that ended the approval before another one; undefined for the first one. */
export function endOfPrevious(rounds: readonly ApprovalRound[], round: ApprovalRound): string | undefined {
  const at = rounds.findIndex(({ id }) => id === round.id);
  return at < 0 ? undefined : rounds[at + 1]?.lines.at(-1)?.at;
}

/**
 * What changed since an instant. Several changes of one field count as one.
 *
 * @param history the lines, the latest first
 * @param isShown whether the change of a field matters
 */
export function changedSince(
  history: readonly HistoryEntry[],
  since: string,
  isShown: (field: string) => boolean,
): ChangedSince {
  const later = history.filter(({ at }) => at > since).toReversed();
  const fields = new Map<string, FieldChange>();
  for (const { field, from, to } of later.flatMap(({ part, changes }) => (part ? [] : changes)))
    if (isShown(field)) fields.set(field, { field, from: fields.get(field)?.from ?? from, to });
  const rows = new Map<string, Set<string>>();
  for (const { part } of later) if (part) rows.set(part.entity, (rows.get(part.entity) ?? new Set()).add(part.id));
  return {
    fields: [...fields.values()].filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to)),
    children: new Map([...rows].map(([entity, ids]) => [entity, ids.size])),
  };
}
