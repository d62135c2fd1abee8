import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { App, Table } from 'antd';
import type { TFunction } from 'i18next';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { titlesOf } from '../../../generator/language/title.ts';
import { ANOTHER_REFUSED } from '../../../generator/language/messageKeys.ts';
import { rowOperations } from '../../../generator/language/operations.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Label } from '../../../generator/model/field.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { useLabel } from '../../fields/language.ts';
import type { Row } from '../../fields/types.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import { useOpenCreated } from '../operations/openCreated.ts';
import type { Outcome, RefusedTogether } from '../operations/outcome.ts';
import { RowLinks } from '../operations/warnedRows.tsx';
import { type EntitySummary, useModel } from '../model.ts';
import { startsFrom } from '../operations/states.ts';
import type { ListRow } from './columns.tsx';
import { SHOWN } from './shownRows.ts';

const DecidedRecords = lazyChunk(async () => (await import('../operations/decidedRecords.tsx')).DecidedRecords);

/** Maximum number of rows in one call, so that any operation ends within the time limit (1§9). */
const MAX_PER_CALL = 100;

/** A bulk operation with the texts of its confirmation and its result. */
interface BulkOperation {
  action: string;
  /** changes all rows, or none */
  together?: true;
  /** input of an action, the same for all rows */
  input?: Row;
  question: (count: number) => string;
  okText: string;
  danger?: true;
  done: (count: number) => string;
  notAllDone: (done: number, refused: number) => string;
}

/** Functions that perform an operation on several rows. */
export interface Bulk {
  remove: (rows: ListRow[]) => void;
  /** performs an operation on the rows after a confirmation */
  perform: (operation: Operation, rows: ListRow[]) => void;
  /**
   * performs an operation on the rows with the input of its dialog. @returns why all of them are refused together, for the
   * dialog to show; undefined if it can close
   */
  performWith: (operation: Operation, rows: ListRow[], input: Row) => Promise<RefusedTogether | undefined>;
  /** an operation is running */
  busy: boolean;
}

/**
 * Runs bulk operations: confirms, calls the server and reports each failed row. `onDone` receives the ids of the
 * successful rows.
 */
export function useBulk(entity: Entity, onDone: (done: Set<string>) => void): Bulk {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const label = useLabel();
  const { busy, run } = useRun(entity, onDone);
  const confirm = (work: BulkOperation, rows: ListRow[]): void => {
    modal.confirm({
      title: work.question(rows.length),
      width: 520,
      content: (
        <Suspense fallback={null}>
          <DecidedRecords entity={entity} rows={rows} />
        </Suspense>
      ),
      maskClosable: false,
      okText: work.okText,
      cancelText: t('action.cancel'),
      ...(work.danger && { okButtonProps: { danger: true } }),
      onOk: async () => {
        await run(work, rows, false);
      },
    });
  };
  return {
    busy,
    remove: (rows) => confirm(deletion(t), rows),
    perform: (operation, rows) => confirm(bulkOperationOf(operation, label(operation.label), t), rows),
    performWith: async (operation, rows, input) => {
      const work = { ...bulkOperationOf(operation, label(operation.label), t), input };
      if (operation.together) return run(work, rows, false);
      void run(work, rows, false);
      return undefined;
    },
  };
}

const deletion = (t: TFunction): BulkOperation => ({
  action: 'delete',
  okText: t('action.delete'),
  danger: true,
  question: (count) => t('list.confirmDelete', { count }),
  done: (count) => t('list.deleted', { count }),
  notAllDone: (gone, kept) => t('list.notAllDeleted', { gone, kept }),
});

/** A transition or an action; `action` is the label of its button. */
const bulkOperationOf = (
  { name, together }: Pick<Operation, 'name' | 'together'>,
  action: string,
  t: TFunction,
): BulkOperation => ({
  action: name,
  ...(together && { together }),
  okText: action,
  question: (count) => t('list.confirmStep', { action, count }),
  done: (count) => t('list.stepTaken', { action, count }),
  notAllDone: (done, kept) =>
    together ? t('list.noneStepped', { action }) : t('list.notAllStepped', { action, done, kept }),
});

const titleOf = (entity: Entity, row: ListRow, label: (label: Label) => string): string =>
  label(titlesOf(entity, row)) || `#${row.id}`;

/** @returns the refusal of an operation with the input of a dialog on all rows together */
type Run = (work: BulkOperation, rows: ListRow[], acceptWarnings: boolean) => Promise<RefusedTogether | undefined>;

/** Calls the server for a bulk operation and reports the result. */
function useRun(entity: Entity, onDone: (done: Set<string>) => void): { busy: boolean; run: Run } {
  const { succeeded, failedInDialog } = useFeedback();
  const refresh = useRefreshLists(entity);
  const showRefused = useShowRefused(entity);
  const openCreated = useOpenCreated();
  const [busy, setBusy] = useState(false);

  const run: Run = async (work, rows, acceptWarnings) => {
    setBusy(true);
    const outcomes: Outcome[] = [];
    const refuse = (count: number, refused: Outcome[]): void =>
      showRefused({
        title: work.notAllDone(rows.length - count, count),
        rows,
        refused,
        onAccept: async (warned) => {
          await run(work, work.together ? rows : warned, true);
        },
      });
    try {
      await callForRows(entity, { work, rows, acceptWarnings }, outcomes);
      const failed = outcomes.filter(({ ok }) => !ok);
      const refused = failed.filter(({ key }) => key !== ANOTHER_REFUSED);
      const isWarned = failed.some(({ level }) => level === 'warning');
      if (work.input && work.together && !acceptWarnings && failed.length > 0 && !isWarned) return refused;
      if (failed.length > 0) refuse(failed.length, refused);
      else {
        succeeded(work.done(outcomes.length));
        await openCreated(outcomes[0]?.made);
      }
    } catch (error) {
      if (work.input && work.together && error instanceof ApiError && error.problems.length > 0) return error;
      const refused = refusedRows(error);
      if (refused.length > 0) refuse(rows.length, refused);
      else failedInDialog(error);
    } finally {
      refresh();
      onDone(new Set(outcomes.filter(({ ok }) => ok).map(({ id }) => id)));
      setBusy(false);
    }
    return undefined;
  };
  return { busy, run };
}

/**
 * Returns a function that reads the lists again, also after a failure: earlier calls have succeeded, and a call that
 * timed out may have succeeded.
 */
function useRefreshLists(entity: Entity): () => void {
  const invalidate = useInvalidate();
  const client = useQueryClient();
  return () => {
    void invalidate({ resource: entity.name, invalidates: ['list'] });
    // A transition of an approval changes the to-dos on other pages.
    if (entity.approval) void client.invalidateQueries({ queryKey: SHOWN });
  };
}

/**
 * Calls the server for the rows: once for all of them together, otherwise for some at a time.
 *
 * @param outcomes receives the outcome of each row, also of those before a call that fails
 */
async function callForRows(
  { name }: Entity,
  { work, rows, acceptWarnings }: { work: BulkOperation; rows: ListRow[]; acceptWarnings: boolean },
  outcomes: Outcome[],
): Promise<void> {
  const body = { ...work.input, ...(acceptWarnings && { acceptWarnings }) };
  const size = work.together ? rows.length : MAX_PER_CALL;
  for (let from = 0; from < rows.length; from += size) {
    const items = rows.slice(from, from + size).map(({ id, rev }) => ({ id, rev }));
    outcomes.push(...(await call<Outcome[]>('POST', `/api/${name}/bulk/${work.action}`, { body: { ...body, items } })));
  }
}

/** The rows that the refusal of a call on all of them names, with their problems; empty if it also has other problems. */
const refusedRows = (error: unknown): Outcome[] =>
  error instanceof ApiError && error.problems.every(({ rows = [] }) => rows.length > 0)
    ? error.problems.flatMap(({ rows = [], ...problem }) => rows.map(({ id }) => ({ ...problem, id, ok: false })))
    : [];

interface Refusal {
  title: string;
  rows: readonly ListRow[];
  refused: Outcome[];
  /** repeats the operation for rows that were refused only with warnings */
  onAccept: (warned: ListRow[]) => Promise<void>;
}

/** Returns a function that lists refused rows with their reasons; warnings can be accepted. */
function useShowRefused(entity: Entity): (refusal: Refusal) => void {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const label = useLabel();
  const model = useModel();
  const navigate = useNavigate();
  return ({ title, rows, refused, onAccept }) => {
    const titles = new Map(rows.map((row) => [row.id, titleOf(entity, row, label)]));
    const warned = new Set(refused.filter(({ level }) => level === 'warning').map(({ id }) => id));
    const open = (to: string): void => {
      dialog.destroy();
      void navigate(to);
    };
    const config = {
      title,
      width: 640,
      content: <RefusedRows {...{ entity, titles, refused, model }} onOpen={open} />,
    };
    const dialog =
      warned.size === 0
        ? modal.warning(config)
        : modal.confirm({
            ...config,
            maskClosable: false,
            cancelText: t('action.close'),
            okText: t('list.acceptWarnings', { count: warned.size }),
            onOk: () => onAccept(rows.filter(({ id }) => warned.has(id))),
          });
  };
}

interface RefusedRowsProps {
  entity: Entity;
  /** titles of the rows, by id */
  titles: ReadonlyMap<string, string>;
  refused: Outcome[];
  model: readonly EntitySummary[];
  /** goes to the page of a row that a reason names */
  onOpen: (to: string) => void;
}

/** Refused rows with their reasons. The dialog is outside the router and the model's query, so it receives both. */
function RefusedRows({ entity, titles, refused, model, onOpen }: RefusedRowsProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const link = (to: string, text: string): ReactNode => (
    <a
      href={to}
      onClick={(event) => {
        event.preventDefault();
        onOpen(to);
      }}
    >
      {text}
    </a>
  );
  return (
    <Table
      size="small"
      rowKey="id"
      pagination={refused.length > 10 ? { pageSize: 10 } : false}
      dataSource={refused}
      columns={[
        { key: 'row', title: label(entity.label), render: (_, { id }) => titles.get(id) },
        {
          key: 'reason',
          title: t('list.reason'),
          render: (_, outcome) => (
            <>
              {outcome.message}
              <RowLinks of={outcome} model={model} link={link} />
            </>
          ),
        },
      ]}
    />
  );
}

/**
 * Operations that can be performed on several rows: transitions without required input that start from the state of at
 * least one row, and actions with `bulk`.
 */
export function bulkOperations(
  entity: Entity,
  may: (operation: string) => boolean,
  rows: readonly ListRow[],
): Operation[] {
  const isPossible = ({ to, from, input, bulk }: Operation): boolean =>
    to ? !input?.required.length && rows.some((row) => startsFrom(from, row)) : bulk;
  return [...rowOperations(entity)].flatMap(([name, variants]) => (may(name) ? (variants.find(isPossible) ?? []) : []));
}
