import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { call, callWithMessage, type Answer } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { uploadsSucceeded } from '../../fields/file/runningUploads.ts';
import type { Row } from '../../fields/types.ts';
import { SHOWN, shownKey } from '../list/shownRows.ts';
import type { Draft } from './draft.ts';
import { serverProblem, type FormProblem } from './problem.ts';

/** Result of a save, or the reason why it needs a decision of the user. */
export type Outcome =
  | { status: 'saved'; row: Row; message: string }
  /** errors are shown at their fields; `problems` are the problems without a field in the form */
  | { status: 'refused'; problems: FormProblem[]; message: string }
  | { status: 'warned'; problems: FormProblem[] }
  /** somebody else saved the row meanwhile; `current` is the stored row */
  | { status: 'conflict'; current: Row };

/** State of a form's save, and the function that saves. */
export interface Save {
  saving: boolean;
  /**
   * Validates the draft and sends it. Does nothing during another save or if an upload of the form failed.
   *
   * @param acceptWarnings saves despite warnings
   * @throws ApiError that names no field
   */
  save: (acceptWarnings?: boolean) => Promise<Outcome | undefined>;
}

/** Returns a function that sends a draft: a new row with POST, a change with PATCH and the `rev` that was read. */
export function useSave(draft: Draft): Save {
  const [saving, setSaving] = useState(false);
  const refresh = useRefresh(draft.entity.name);
  const attempt = useRef({ body: '', key: '' });
  const isRunning = useRef(false);

  const save = useCallback(
    async (acceptWarnings = false): Promise<Outcome | undefined> => {
      if (isRunning.current) return undefined;
      isRunning.current = true;
      setSaving(true);
      try {
        // a row without the file of a failed upload must not be saved; the list of files shows why the upload failed
        if (!(await uploadsSucceeded())) return undefined;
        if (!draft.check()) return { status: 'refused', problems: [], message: '' };
        const body = { ...draft.body(), ...(acceptWarnings && { acceptWarnings }) };
        const { result: row, message } = await send(draft, body, attempt.current);
        await refresh();
        return { status: 'saved', row, message };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return await refusal(draft, error);
      } finally {
        isRunning.current = false;
        setSaving(false);
      }
    },
    [draft, refresh],
  );

  return { saving, save };
}

/**
 * Returns a function that reads again what is shown of the entity's rows: lists, records and titles.
 *
 * @param reach `all`: rows of every entity in lists and outside them, as after an approval, which changes to-dos. A
 *   second invalidation of the same rows would cancel the calls of the first one
 */
export function useRefresh(entity: string, reach: 'entity' | 'all' = 'entity'): () => Promise<void> {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  return useCallback(async () => {
    await Promise.all([
      invalidate({
        ...(reach === 'all' ? { invalidates: ['all'] } : { resource: entity, invalidates: ['list'] }),
        // a list that is being read may have been read before the change
        invalidationOptions: { cancelRefetch: true },
      }),
      client.invalidateQueries({ queryKey: ['row', entity] }),
      client.invalidateQueries({ queryKey: ['title', entity] }),
      client.invalidateQueries({ queryKey: ['titles', entity] }),
      client.invalidateQueries({ queryKey: ['picker', entity] }),
      client.invalidateQueries({ queryKey: reach === 'all' ? SHOWN : shownKey(entity) }),
    ]);
  }, [client, entity, invalidate, reach]);
}

async function send(draft: Draft, body: Row, attempt: { body: string; key: string }): Promise<Answer<Row>> {
  const name = draft.entity.name;
  if (draft.original) return callWithMessage<Row>('PATCH', `/api/${name}/${String(draft.original['id'])}`, { body });
  // repeating the same body after a lost answer must not create a second row
  const text = JSON.stringify(body);
  if (attempt.body !== text) Object.assign(attempt, { body: text, key: randomKey() });
  try {
    const answer = await callWithMessage<Row>('POST', `/api/${name}`, {
      body,
      headers: { 'Idempotency-Key': attempt.key },
    });
    attempt.body = '';
    return answer;
  } catch (error) {
    // the server repeats its refusal for the same key, even after the cause was removed
    if (error instanceof ApiError && error.statusCode !== 0) attempt.body = '';
    throw error;
  }
}

async function refusal(draft: Draft, error: ApiError): Promise<Outcome> {
  if (error.onlyWarnings) return { status: 'warned', problems: error.problems.map(serverProblem) };
  if (error.statusCode === 409 && draft.original) {
    const current = await call<Row>('GET', `/api/${draft.entity.name}/${String(draft.original['id'])}`).catch(
      () => undefined,
    );
    // a change of a child row does not change the `rev` of its parent
    if (current && (error.isStale || current['rev'] !== draft.original['rev'])) return { status: 'conflict', current };
  }
  // an error without problems is shown like any other failure
  if (error.problems.length === 0) throw error;
  const unplaced = draft.addServerProblems(error.problems.map(serverProblem));
  return {
    status: 'refused',
    problems: unplaced,
    message: error.problems.length > unplaced.length ? '' : error.message,
  };
}

/** 128 random bits. `crypto.randomUUID` exists only on https and localhost; an intranet may have neither. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
