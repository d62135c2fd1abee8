import { useCallback, useRef, useState } from 'react';
import { parseChildField } from '../../../generator/language/childField.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { callWithMessage } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { uploadsSucceeded } from '../../fields/file/runningUploads.ts';
import type { Row } from '../../fields/types.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { useConfirmWarnings } from '../form/confirmWarnings.tsx';
import type { Draft } from '../form/draft.ts';
import { serverProblem } from '../form/problem.ts';
import { useRefresh } from '../form/save.ts';
import { readWithChildren } from './readRows.ts';
import type { SavedRows } from './savedRows.ts';

/** Saves child rows and resolves conflicts. */
export interface SaveRows {
  saving: boolean;
  save: () => Promise<void>;
  /** after a conflict, the record as somebody else saved it, until the user has resolved the conflict */
  current: Row | undefined;
  /** closes the conflict */
  settle: () => void;
}

/** Saves all changed rows in one call, with their record. `onError` is called when a cell has an error. */
export function useSaveRows(parent: Entity, rows: SavedRows, onError: () => void): SaveRows {
  const { succeeded, failedInDialog } = useFeedback();
  const confirm = useConfirmWarnings();
  const refresh = useRefresh(parent.name);
  const refreshRows = useRefresh(rows.entity.name);
  const [saving, setSaving] = useState(false);
  const [current, setCurrent] = useState<Row>();
  const isRunning = useRef(false);

  const run = useCallback(
    async (acceptWarnings: boolean): Promise<void> => {
      const changed = rows.changed();
      if (isRunning.current || changed.length === 0) return;
      if (!rows.check()) return onError();
      isRunning.current = true;
      setSaving(true);
      try {
        if (!(await uploadsSucceeded())) return;
        const message = await send(parent, rows, changed, acceptWarnings);
        succeeded(message);
        await Promise.all([refresh(), refreshRows()]);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const latest = await newerRecord(parent, rows, changed, error);
        if (error.onlyWarnings) confirm(messagesOf(error), () => run(true));
        else if (latest) setCurrent(latest);
        else if (showAtCells(rows, changed, error)) onError();
        else failedInDialog(error);
      } finally {
        isRunning.current = false;
        setSaving(false);
      }
    },
    [confirm, failedInDialog, onError, parent, refresh, refreshRows, rows, succeeded],
  );

  return { saving, save: () => run(false), current, settle: () => setCurrent(undefined) };
}

const messagesOf = ({ problems }: ApiError): string[] => problems.map(({ message }) => message);

/** Sends the changed rows, then reads all rows again. @returns the server's message @throws ApiError */
async function send(
  parent: Entity,
  rows: SavedRows,
  changed: readonly Draft[],
  acceptWarnings: boolean,
): Promise<string> {
  const { child, entity } = rows;
  const { id, rev } = rows.parent;
  const items = changed.map((draft) => (draft.original ? { id: draft.original['id'], ...draft.body() } : draft.body()));
  const { message } = await callWithMessage<Row>('PATCH', `/api/${parent.name}/${String(id)}?children=few`, {
    body: { rev, [child.entity]: items, ...(acceptWarnings && { acceptWarnings }) },
  });
  rows.resetTo(await readWithChildren(parent, entity, child, id));
  return message;
}

/** The stored record, if the save failed because somebody else saved the record or one of the changed rows. */
async function newerRecord(
  parent: Entity,
  rows: SavedRows,
  changed: readonly Draft[],
  error: ApiError,
): Promise<Row | undefined> {
  if (error.statusCode !== 409 || error.onlyWarnings) return undefined;
  const { child, entity } = rows;
  const latest = await readWithChildren(parent, entity, child, rows.parent['id']).catch(() => undefined);
  if (!latest) return undefined;
  const revs = new Map(((latest[child.entity] as Row[] | undefined) ?? []).map((row) => [row['id'], row['rev']]));
  const isNewer =
    latest['rev'] !== rows.parent['rev'] ||
    changed.some(({ original }) => original && revs.get(original['id']) !== original['rev']);
  return isNewer ? latest : undefined;
}

/** Shows each problem at the cell that its field `child[0].field` names. @returns whether every problem names a cell */
function showAtCells(rows: SavedRows, changed: readonly Draft[], error: ApiError): boolean {
  const located = error.problems.flatMap((problem) => {
    const at = parseChildField(problem.field);
    const draft = at?.child === rows.child.entity ? changed[at.index] : undefined;
    return at && draft ? [{ draft, problem: { ...serverProblem(problem), field: at.field } }] : [];
  });
  const ofDrafts = [...Map.groupBy(located, ({ draft }) => draft)];
  rows.addServerProblems(new Map(ofDrafts.map(([draft, own]) => [draft, own.map(({ problem }) => problem)])));
  return located.length > 0 && located.length === error.problems.length;
}
