import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Field } from '../../../generator/model/field.ts';
import { callWithMessage } from '../../api/client.ts';
import { ApiError, type FieldProblem } from '../../api/error.ts';
import { useProblemText } from '../../api/problemText.ts';
import { useLabel } from '../../fields/language.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { errorText } from '../../shell/errorText.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { serverProblem, type ProblemAtField } from '../form/problem.ts';
import { useRefresh } from '../form/save.ts';
import { invalidateRows } from '../model.ts';
import type { OperationDialogProps } from './dialogProps.ts';
import { useOpenCreated } from './openCreated.ts';
import type { CreatedRecord, RefusedTogether } from './outcome.ts';
import { type Message, NOTHING, type Refused, refusalOfRows } from './refusalOfRows.ts';

/** Rows that a problem concerns. */
type Rows = Pick<FieldProblem, 'rows' | 'moreRows'>;

type Located = ProblemAtField & Rows;

/** Fields of the record that a dialog shows beside the input. */
export interface RecordFields {
  /** the changed values, as a save sends them */
  body: () => Row;
  /** shows problems at the fields. @returns the problems of fields that are not shown */
  refuse: (problems: Located[]) => Located[];
}

/**
 * Performs an operation on a record or a list, reads the changed data again, and keeps the errors of a refusal for the
 * dialog.
 */
export function useRunOperation(props: OperationDialogProps, inputs: readonly Field[], record?: RecordFields) {
  const { row, onClose } = props;
  const { succeeded } = useFeedback();
  const openCreated = useOpenCreated();
  const refresh = useRefreshAfter(props);
  const refusedBy = useRefusal(inputs, record);
  const { refused, setRefused, showProblems, forget } = useRefused();
  const titleOf = useTitleOf(props);
  const { isWorking, once } = useOnce();

  const run = (input: Row, acceptWarnings: boolean): Promise<void> =>
    once(async () => {
      setRefused(NOTHING);
      try {
        const body = {
          ...record?.body(),
          ...input,
          ...(row && { rev: row['rev'] }),
          ...(acceptWarnings && { acceptWarnings }),
        };
        const { message, result } = await callWithMessage<Result>('POST', addressOf(props), { body });
        succeeded(message);
        await refresh.afterSuccess();
        onClose();
        await openCreated(result?._made);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (row && error.statusCode === 409) await refresh.afterConflict();
        setRefused(refusedBy(error));
      }
    });

  /** Performs the operation on several rows. The dialog stays open with its input if all are refused together. */
  const runOnRows = (perform: () => Promise<RefusedTogether | undefined>): Promise<void> =>
    once(async () => {
      setRefused(NOTHING);
      const refusal = await perform();
      if (!refusal) onClose();
      else setRefused(refusal instanceof ApiError ? refusedBy(refusal) : refusalOfRows(refusal, inputs, titleOf));
    });

  return { run, runOnRows, isWorking, refused, showProblems, forget };
}

/** Returns a function that runs a task unless an earlier one is still running, such as after a double click. */
function useOnce() {
  const [isWorking, setWorking] = useState(false);
  const isRunning = useRef(false);
  const once = async (task: () => Promise<void>): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setWorking(true);
    try {
      await task();
    } finally {
      isRunning.current = false;
      setWorking(false);
    }
  };
  return { isWorking, once };
}

/** Returns a function that finds the title of one of the rows by its id. */
function useTitleOf({ entity, rows = [] }: OperationDialogProps): (id: string) => string {
  const label = useLabel();
  return (id) => {
    const row = rows.find((one) => textOf(one['id']) === id);
    return row ? label(titlesOf(entity, row)) : '';
  };
}

/** The problems that the dialog shows, and functions to change them. */
function useRefused() {
  const [refused, setRefused] = useState(NOTHING);
  /** Removes the problems of changed inputs, and all warnings, because they concern the previous values. */
  const forget = useCallback((changed: readonly string[]): void => {
    setRefused((before) => ({
      ...before,
      warnings: [],
      problems: new Map([...before.problems].filter(([name]) => !changed.includes(name))),
    }));
  }, []);
  return {
    refused,
    setRefused,
    /** shows problems found before the call */
    showProblems: (problems: Refused['problems']): void => setRefused({ ...NOTHING, problems }),
    forget,
  };
}

/** The answer of an operation; `_made` is the record that it created. */
type Result = { _made?: CreatedRecord } | null;

const addressOf = ({ entity, operation, row }: OperationDialogProps): string =>
  `/api/${entity.name}${row ? `/${String(row['id'])}` : ''}/actions/${operation.name}`;

/** Returns functions that invalidate the data that an operation may have changed. */
function useRefreshAfter({ entity, operation }: OperationDialogProps) {
  const client = useQueryClient();
  const refreshEntity = useRefresh(entity.name);
  // an approval changes the to-dos that other pages show
  const refreshShown = useRefresh(entity.name, operation.approval ? 'all' : 'entity');
  return {
    afterSuccess: async (): Promise<void> => {
      // an effect may have written to any entity
      if (!operation.to || operation.effect !== undefined) return invalidateRows(client);
      await refreshShown();
    },
    /**
     * Reads the record again, because it has changed since it was shown. A retry starts from its current state. To-dos
     * stay as they are shown, so that an input at one of them is kept.
     */
    afterConflict: async (): Promise<void> => {
      await (operation.to ? refreshEntity() : invalidateRows(client));
    },
  };
}

/** Returns a function that sorts the problems of a refusal into warnings, errors, and problems at inputs. */
function useRefusal(inputs: readonly Field[], record: RecordFields | undefined): (error: ApiError) => Refused {
  const { t } = useTranslation();
  const text = useProblemText();
  return (error) => {
    if (error.isStale) return { ...NOTHING, errors: [{ text: t('detail.stale') }] };
    const located = error.problems.map(({ rows, moreRows, ...problem }): Located => ({
      ...serverProblem(problem),
      ...(rows && { rows, ...(moreRows && { moreRows }) }),
    }));
    if (error.onlyWarnings) {
      const warnings = error.problems.map((problem): Message => ({ ...problem, text: text(serverProblem(problem)) }));
      return { ...NOTHING, warnings: withoutRepeats(warnings) };
    }
    if (located.length === 0) return { ...NOTHING, errors: [{ text: errorText(error, t) }] };
    const names = new Set(inputs.map(({ name }) => name));
    const atInputs = located.filter(({ field }) => names.has(field));
    const others = located.filter(({ field }) => !names.has(field));
    const unplaced = record ? record.refuse(others) : others;
    // a problem of several fields is shown at one of them only
    const shown = new Set(atInputs.map(text));
    return {
      ...NOTHING,
      problems: Map.groupBy(atInputs, ({ field }) => field),
      errors: withoutRepeats(unplaced.map((problem) => ({ ...problem, text: text(problem) }))).filter(
        (message) => !shown.has(message.text),
      ),
    };
  };
}

/** Each message once: a problem of several fields is reported at each of them. */
const withoutRepeats = (messages: readonly Message[]): Message[] => [
  ...new Map(messages.map((message) => [message.text, message])).values(),
];
