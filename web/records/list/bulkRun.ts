import { useState } from 'react';
import { ANOTHER_REFUSED } from '../../../generator/language/messageKeys.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { useOpenCreated } from '../operations/openCreated.ts';
import type { Outcome, RefusedTogether } from '../operations/outcome.ts';
import { useRefresh } from '../form/save.ts';
import type { BulkOperation } from './bulkOperation.ts';
import type { ListRow } from './columns.tsx';
import { useShowRefused } from './refusedRows.tsx';

/** Maximum number of rows in one call, so that any operation ends within the time limit (1§9). */
const MAX_PER_CALL = 100;

/** @returns why all rows are refused together, for the dialog of the operation to show; undefined if it can close */
type Run = (work: BulkOperation, rows: ListRow[], acceptWarnings: boolean) => Promise<RefusedTogether | undefined>;

/**
 * Calls the server for a bulk operation, reports its result and reads the lists again. `onDone` receives the ids of the
 * successful rows.
 */
export function useBulkRun(entity: Entity, onDone: (done: Set<string>) => void): { busy: boolean; run: Run } {
  const refresh = useRefresh(entity.name, entity.approval ? 'all' : 'entity');
  const { reportOutcomes, reportFailure } = useReports(entity);
  const [busy, setBusy] = useState(false);
  const run: Run = async (work, rows, acceptWarnings) => {
    setBusy(true);
    const outcomes: Outcome[] = [];
    const attempt: Attempt = {
      work,
      rows,
      acceptWarnings,
      accept: async (warned) => {
        await run(work, warned, true);
      },
    };
    try {
      await callForRows(entity, attempt, outcomes);
      return await reportOutcomes(attempt, outcomes);
    } catch (error) {
      return reportFailure(attempt, error);
    } finally {
      // also after a failure: earlier calls have succeeded, and a call that timed out may have succeeded
      void refresh();
      onDone(new Set(outcomes.filter(({ ok }) => ok).map(({ id }) => id)));
      setBusy(false);
    }
  };
  return { busy, run };
}

/** A bulk operation on rows. */
interface Attempt {
  work: BulkOperation;
  rows: ListRow[];
  acceptWarnings: boolean;
  /** repeats the operation for rows whose warnings the user accepts */
  accept: (rows: ListRow[]) => Promise<void>;
}

/** Whether a dialog with the input of the operation shows why all rows are refused together. */
const isRefusedInDialog = ({ input, together }: BulkOperation): boolean => input !== undefined && together === true;

/** Returns functions that report the outcomes of an attempt, or its failure; they return what the dialog must show. */
function useReports(entity: Entity) {
  const { succeeded, failedInDialog } = useFeedback();
  const showRefused = useShowRefused(entity);
  const openCreated = useOpenCreated();
  const refuse = ({ work, rows, accept }: Attempt, count: number, refused: Outcome[]): void =>
    showRefused({
      title: work.notAllDone(rows.length - count, count),
      rows,
      refused,
      onAccept: (warned) => accept(work.together ? rows : warned),
    });
  return {
    async reportOutcomes(attempt: Attempt, outcomes: Outcome[]): Promise<RefusedTogether | undefined> {
      const failed = outcomes.filter(({ ok }) => !ok);
      if (failed.length === 0) {
        succeeded(attempt.work.done(outcomes.length));
        await openCreated(outcomes[0]?.made);
        return undefined;
      }
      const refused = failed.filter(({ key }) => key !== ANOTHER_REFUSED);
      const isWarned = failed.some(({ level }) => level === 'warning');
      if (isRefusedInDialog(attempt.work) && !attempt.acceptWarnings && !isWarned) return refused;
      refuse(attempt, failed.length, refused);
      return undefined;
    },
    reportFailure(attempt: Attempt, error: unknown): RefusedTogether | undefined {
      if (isRefusedInDialog(attempt.work) && error instanceof ApiError && error.problems.length > 0) return error;
      const refused = refusedRows(error);
      if (refused.length > 0) refuse(attempt, attempt.rows.length, refused);
      else failedInDialog(error);
      return undefined;
    },
  };
}

/**
 * Calls the server for the rows: once for all of them together, otherwise for some at a time.
 *
 * @param outcomes receives the outcome of each row, also of those before a call that fails
 */
async function callForRows(
  { name }: Entity,
  { work, rows, acceptWarnings }: Attempt,
  outcomes: Outcome[],
): Promise<void> {
  const body = { ...work.input, ...(acceptWarnings && { acceptWarnings }) };
  const size = work.together ? rows.length : MAX_PER_CALL;
  for (let from = 0; from < rows.length; from += size) {
    const items = rows.slice(from, from + size).map(({ id, rev }) => ({ id, rev }));
    outcomes.push(...(await call<Outcome[]>('POST', `/api/${name}/bulk/${work.action}`, { body: { ...body, items } })));
  }
}

/**
 * The rows that the refusal of a call on all of them names, with their problems; empty if it also has other problems.
 */
const refusedRows = (error: unknown): Outcome[] =>
  error instanceof ApiError && error.problems.every(({ rows = [] }) => rows.length > 0)
    ? error.problems.flatMap(({ rows = [], ...problem }) => rows.map(({ id }) => ({ ...problem, id, ok: false })))
    : [];
